import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { createTally } from '../tally.ts';

const lookAgainAfter = 3000;
const restAfterFailure = 2000;

/**
 * The nodes of one service. Each configured address may stand for several (a host name that resolves to several addresses);
 * names are resolved again every 3 s, so nodes that come and go are noticed well within 10 s. A node that failed rests for
 * 2 s: it is tried last, not never, for it may be the only one.
 */
export interface ServiceNodes {
  /**
   * Origins, such as `http://10.0.0.7:8103`, in the order in which to try them for the next request: the least loaded
   * first, in turn among equals. The load is the number of requests that were begun, so a node that hangs gets hardly any
   * more; or `load`, where it is given.
   */
  inOrder(load?: (origin: string) => number): string[];
  /** Counts a request to a node; call the returned function when the answer has begun or will not come. */
  begin(origin: string): () => void;
  reportFailure(origin: string): void;
  close(): void;
}

/** Finds all addresses of a host name; rejects when they cannot be found. */
type Resolve = (host: string) => Promise<{ address: string; family: number }[]>;

const bySystem: Resolve = (host) => lookup(host, { all: true });

export function createServiceNodes(urls: readonly string[], resolve: Resolve = bySystem): ServiceNodes {
  // Until a name has been resolved, it is used as it is: the HTTP client resolves it.
  const found = new Map(urls.map((url) => [url, [new URL(url).origin]]));
  let origins = distinct(found);
  /** By the monotonic clock: the time may be set back. */
  const restingUntil = new Map<string, number>();
  const underWay = createTally();
  let turn = 0;
  let looking = false;

  async function lookUp() {
    // A resolver that hangs must not be asked repeatedly: each lookup blocks one of Node's few threads.
    if (looking) return;
    looking = true;
    await Promise.all(
      urls.map(async (url) => {
        const nodes = await resolveNodes(url, resolve);
        // A name that cannot be resolved now keeps its previous nodes: a DNS outage is no reason to stop.
        if (nodes !== null) found.set(url, nodes);
      }),
    );
    looking = false;
    origins = distinct(found);
    for (const [origin, until] of restingUntil) if (until < performance.now()) restingUntil.delete(origin);
  }

  const mayChange = !urls.every(namesOneNode);
  if (mayChange) void lookUp();
  const timer = mayChange ? setInterval(() => void lookUp(), lookAgainAfter).unref() : null;

  return {
    inOrder(load = underWay.of) {
      turn = (turn + 1) % Math.max(origins.length, 1);
      const rotated = [...origins.slice(turn), ...origins.slice(0, turn)];
      rotated.sort((one, other) => load(one) - load(other));
      const resting = (origin: string) => (restingUntil.get(origin) ?? 0) > performance.now();
      return [...rotated.filter((origin) => !resting(origin)), ...rotated.filter(resting)];
    },
    begin: underWay.add,
    reportFailure(origin) {
      restingUntil.set(origin, performance.now() + restAfterFailure);
    },
    close() {
      if (timer) clearInterval(timer);
    },
  };
}

const distinct = (found: ReadonlyMap<string, string[]>) => [...new Set([...found.values()].flat())];

/** A numeric address has no other nodes behind it; `localhost` may mean IPv4 or IPv6, and only one listens. */
const namesOneNode = (url: string) => {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 || host === 'localhost';
};

async function resolveNodes(url: string, resolve: Resolve): Promise<string[] | null> {
  const { protocol, hostname, port, origin } = new URL(url);
  if (namesOneNode(url)) return [origin];
  try {
    const addresses = await resolve(hostname);
    return addresses.map(
      ({ address, family }) => `${protocol}//${family === 6 ? `[${address}]` : address}${port && `:${port}`}`,
    );
  } catch {
    return null;
  }
}
