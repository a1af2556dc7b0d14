import { lazy, useState, type ComponentType } from 'react';

export interface LazyPage {
  (): React.ReactNode;
  /** Begins to load the page. Never fails: the component that shows the page handles errors. */
  fetch(): Promise<void>;
}

/** Counted, because a page that has failed must fail until its error is shown, and not be loaded for ever meanwhile. */
let tries = 0;

/** Pages that could not be loaded are loaded again when they are shown the next time. */
export const tryPagesAgain = () => void (tries += 1);

/** A page in a file of its own. If it is already loaded, it shows at once, without the fallback. */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let here: ComponentType | undefined;
  const fetched = async () => ({ default: (here = await load()) });
  let later = { Component: lazy(fetched), tries };

  function latest() {
    if (later.tries < tries) later = { Component: lazy(fetched), tries };
    return later.Component;
  }

  function Page() {
    // The component stays the same while it is mounted; another one would lose typed text.
    const [Shown] = useState<ComponentType>(() => here ?? latest());
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
