import type { Logger } from '@koinonia/kit/log.ts';

interface Holding {
  readonly name: string;
  close(): Promise<unknown>;
}

/** Everything that a start has opened so far, to be closed in the opposite order, whenever the end comes. */
export interface Opened {
  /** Opens a thing and remembers how it is closed. Throws when the end has come already. */
  open<Thing>(name: string, open: () => Promise<Thing>, close: (thing: Thing) => unknown): Promise<Thing>;
  /** Closes all, what is still being opened included. A failure to close one thing keeps no other open. */
  closeAll(): Promise<void>;
}

export function createOpened(log: Logger): Opened {
  const holdings: Holding[] = [];
  let closing: Promise<void> | null = null;

  async function closeInTurn() {
    for (const { name, close } of holdings.reverse()) {
      await close().catch((err: unknown) => log.error({ err }, `could not close ${name}`));
    }
  }

  return {
    async open(name, open, close) {
      if (closing) throw new Error('the product is ending');
      const opening = open();
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
