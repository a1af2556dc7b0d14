import { lazy, useState, type ComponentType } from 'react';

export interface LazyPage {
  (): React.ReactNode;
  /** Begins to fetch the page. Never fails: that is for whoever shows it. */
  fetch(): Promise<void>;
}

/** A page in a file of its own. One that is here already is shown at once, without a moment of the fallback. */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let here: ComponentType | undefined;
  const fetched = async () => ({ default: (here = await load()) });
  const Later = lazy(fetched);

  function Page() {
    // For as long as it stands it is the same one; another would lose what was written in it.
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
