import { lazy, useState, type ComponentType } from 'react';

export interface LazyPage {
  (): React.ReactNode;
  /** Begins to load the page. Never fails: the component that shows the page handles errors. */
  fetch(): Promise<void>;
}

/** A page in a file of its own. If it is already loaded, it shows at once, without the fallback. */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let here: ComponentType | undefined;
  const fetched = async () => ({ default: (here = await load()) });
  const Later = lazy(fetched);

  function Page() {
    // The component stays the same while it is mounted; another one would lose typed text.
    const [Shown] = useState<ComponentType>(() => here ?? Later);
    return <Shown />;
  }

  return Object.assign(Page, {
    fetch: () =>
      fetched().then(
        () => undefined,
        () => undefined,
      ),
  });
}
