import type { CallerSigner } from '@koinonia/kit/calls/caller-statement.ts';
import type { Logger } from '@koinonia/kit/observing/log.ts';
import { openTrunk, type Trunk } from './trunk.ts';

/** Ms until a node that refused a trunk is asked again: meanwhile, everything works without one. */
const tryAgainAfter = 5000;

/** The trunks to the chat nodes: one for each node, opened on first use, and again after it has ended. */
export interface Trunks {
  /** The open trunk that accepts calls; null if there is none (yet), and then one is opened. */
  to(origin: string): Trunk | null;
  /** The same, but waits for a trunk that is being opened. Never rejects. */
  reach(origin: string): Promise<Trunk | null>;
  /**
   * The one of these nodes to which all gateways give their sends while it keeps up: sends that are committed together cost
   * far less. Null if none keeps up.
   */
  gatheringAt(origins: readonly string[]): string | null;
  close(): void;
}

interface Known {
  trunk: Trunk | null;
  opening: Promise<Trunk | null> | null;
  /** By the monotonic clock: the time may be set back. */
  tryAgainAt: number;
}

export function createTrunks({ sign, log }: { sign: CallerSigner; log: Logger }): Trunks {
  const known = new Map<string, Known>();
  let isClosed = false;

  function find(origin: string): Known {
    const found = known.get(origin) ?? { trunk: null, opening: null, tryAgainAt: 0 };
    known.set(origin, found);
    if (!isClosed && !found.trunk && !found.opening && found.tryAgainAt <= performance.now()) {
      found.opening = open(origin, found).finally(() => (found.opening = null));
    }
    return found;
  }

  async function open(origin: string, entry: Known): Promise<Trunk | null> {
    entry.tryAgainAt = performance.now() + tryAgainAfter;
    try {
      const statement = await sign({ kind: 'process', name: 'gateway' }, 'chat');
      const trunk = await openTrunk(origin, statement, () => {
        entry.trunk = null;
        if (!isClosed) log.info({ node: origin }, 'a trunk ended');
      });
      entry.trunk = trunk;
      if (isClosed) trunk.close();
      return trunk;
    } catch (err) {
      log.debug({ err, node: origin }, 'a chat node accepted no trunk');
      return null;
    }
  }

  const takesCalls = (trunk: Trunk | null) => (trunk?.takesCalls() ? trunk : null);
  const to = (origin: string) => takesCalls(find(origin).trunk);
  return {
    to,
    gatheringAt: (origins) => origins.filter((origin) => to(origin)?.keepsUp()).toSorted()[0] ?? null,
    async reach(origin) {
      const { trunk, opening } = find(origin);
      return takesCalls(trunk ?? (await opening));
    },
    close() {
      isClosed = true;
      for (const { trunk } of known.values()) trunk?.close();
    },
  };
}
