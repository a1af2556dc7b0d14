import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';

const lookAgainAfter = 3000;
const restAfterFailure = 2000;

/**
 * The nodes of one service. Each configured address may name several (a host name that resolves to several addresses);
 * they are looked up again every 3 s, so nodes that come and go are noticed well within 10 s. A node that failed rests
 * for 2 s: it is asked last, not never, for it may be the only one.
 */
export interface ServiceNodes {
  /** Origins, such as `http://10.0.0.7:8103`, in the order in which they should be tried for the next request. */
  inOrder(): string[];
  reportFailure(origin: string): void;
  close(): void;
}

export function createServiceNodes(urls: readonly string[]): ServiceNodes {
  let origins = urls.filter(namesOneNode).map((url) => new URL(url).origin);
  const restingUntil = new Map<string, number>();
  let turn = 0;

  async function lookUp() {
    const found = await Promise.all(urls.map(resolveNodes));
    // A name that cannot be resolved right now keeps the nodes that it had: DNS being away is no reason to stop.
    if (found.every((nodes) => nodes !== null)) origins = [...new Set(found.flat())];
    for (const [origin, until] of restingUntil) if (until < Date.now()) restingUntil.delete(origin);
  }

  const firstLookUp = urls.every(namesOneNode) ? null : lookUp();
  const timer = firstLookUp && setInterval(() => void lookUp(), lookAgainAfter);
  timer?.unref();

  return {
    inOrder() {
      turn = (turn + 1) % Math.max(origins.length, 1);
      const rotated = [...origins.slice(turn), ...origins.slice(0, turn)];
      const resting = (origin: string) => (restingUntil.get(origin) ?? 0) > Date.now();
      return [...rotated.filter((origin) => !resting(origin)), ...rotated.filter(resting)];
    },
    reportFailure(origin) {
      restingUntil.set(origin, Date.now() + restAfterFailure);
    },
    close() {
      if (timer) clearInterval(timer);
    },
  };
}

/** An address by number has no other nodes behind it; `localhost` may mean either of two stacks, and only one listens. */
const namesOneNode = (url: string) => {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 || host === 'localhost';
};

async function resolveNodes(url: string): Promise<string[] | null> {
  const { protocol, hostname, port, origin } = new URL(url);
  if (namesOneNode(url)) return [origin];
  try {
    const addresses = await lookup(hostname, { all: true });
    return addresses.map(({ address, family }) => `${protocol}//${family === 6 ? `[${address}]` : address}${port && `:${port}`}`);
  } catch {
    return null;
  }
}
