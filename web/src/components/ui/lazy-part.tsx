import { useEffect, useEffectEvent, useState, type ComponentType } from 'react';
import { startOverIfPartIsGone } from '../../lib/missing-parts.ts';
import { toast } from '../../lib/toast.ts';
import { useOnline } from '../../lib/use-online.ts';
import { texts } from './texts.ts';

interface Closable {
  onClose?: () => void;
}

interface LazyPart<Props> {
  (props: Props & Closable): React.ReactNode;
  /** Loads the part early. Resolves with whether it is there; if not, it is loaded when somebody opens it. */
  fetch(): Promise<boolean>;
}

/**
 * A dialog, menu or panel in a file of its own. If the file cannot be loaded, a toast says so and the part closes, so that
 * it can be opened again; a part that cannot be closed is loaded when the network is back. If an update has deleted the
 * file, the page reloads, unless something is unsaved.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined;
  const fetched = async () => (loaded ??= await load());

  function Part(props: Props & Closable) {
    const [Shown, setShown] = useState<ComponentType<Props> | undefined>(() => loaded);
    const isOnline = useOnline();

    const giveUp = useEffectEvent((failure: unknown) => {
      const told = toast.error(texts.notOpened);
      props.onClose?.();
      void startOverIfPartIsGone(failure, () => {
        toast.dismiss(told);
        toast.error(texts.newerVersion);
      });
    });

    useEffect(() => {
      if (Shown !== undefined) return;
      let isWanted = true;
      fetched().then(
        (part) => isWanted && setShown(() => part),
        (failure: unknown) => isWanted && giveUp(failure),
      );
      return () => void (isWanted = false);
    }, [Shown, isOnline]);

    return Shown === undefined ? null : <Shown {...props} />;
  }

  return Object.assign(Part, {
    fetch: () =>
      fetched().then(
        () => true,
        () => false,
      ),
  });
}
