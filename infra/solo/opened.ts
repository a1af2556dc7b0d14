import type { Logger } from '@koinonia/kit/observing/log.ts';

interface Holding {
  readonly name: string;
  close(): Promise<unknown>;
}

/** Everything that a start has opened so far; closed in reverse order, whenever the end comes. */
export interface Opened {
  /**
   * Opens a resource and remembers how to close it. Throws after `closeAll`. If that is called while the resource is being
   * opened, `ending` is aborted, and `open` should give up soon: it is waited for.
   */
  open<Thing>(
    name: string,
    open: (ending: AbortSignal) => Promise<Thing>,
    close: (thing: Thing) => unknown,
  ): Promise<Thing>;
  /** Closes everything, including resources that are still being opened. When one fails to close, the others are still closed. */
  closeAll(): Promise<void>;
}

export function createOpened(log: Logger): Opened {
  const holdings: Holding[] = [];
  const end = new AbortController();
  let closing: Promise<void> | null = null;

  async function closeInTurn() {
    end.abort();
    for (const { name, close } of holdings.reverse()) {
      await close().catch((err: unknown) => log.error({ err }, `could not close ${name}`));
    }
  }

  return {
    async open(name, open, close) {
      if (closing) throw new Error('the product is ending');
      const opening = open(end.signal);
      const thing = opening.then(
        (opened) => ({ opened }),
        () => null,
      );
      holdings.push({
        name,
        async close() {
          const held = await thing;
          if (held) await close(held.opened);
        },
      });
      return opening;
    },
    closeAll() {
      closing ??= closeInTurn();
      return closing;
    },
  };
}
