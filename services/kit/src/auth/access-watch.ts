import { checkAccess } from '@koinonia/contracts/identity-internal.ts';
import type { Logger } from 'pino';
import type { Bus } from '../bus/bus.ts';
import type { ServiceClient } from '../calls/service-client.ts';
import { repeat } from '../work/repeat.ts';
import { createTally } from '../tally.ts';

const sweepEvery = 2000;
const atOnce = 2000;

/** A person whose access is being watched: `sessionId` is null for the holder of an ID token. */
export interface Holder {
  readonly uid: string;
  readonly sessionId: string | null;
}

export interface EndedAccess {
  readonly sessions: ReadonlySet<string>;
  readonly people: ReadonlySet<string>;
}

/**
 * Notices within 5 s when a session or a person's access ends. The bus reports it at once. Because the bus may lose
 * events, identity is also asked every 2 s about everyone held, so the end is noticed even while Redis is away.
 */
export interface AccessWatch {
  /** Watches a holder until the returned function is called. */
  hold(holder: Holder): () => void;
  onEnded(listener: (ended: EndedAccess) => void): void;
  /** When everyone held was last known to have access, by `performance.now()`; `-Infinity` before the first answer. */
  confirmedAt(): number;
  close(): Promise<void>;
}

export function createAccessWatch(options: { identity: ServiceClient; bus: Bus; log: Logger }): AccessWatch {
  const sessions = createTally();
  const people = createTally();
  const listeners: ((ended: EndedAccess) => void)[] = [];
  let confirmedAt = -Infinity;

  const tell = (ended: { sessions: string[]; people: string[] }) => {
    if (ended.sessions.length === 0 && ended.people.length === 0) return;
    const sets = { sessions: new Set(ended.sessions), people: new Set(ended.people) };
    for (const listener of listeners) listener(sets);
  };

  async function sweep() {
    const startedAt = performance.now();
    await askAbout(options.identity, sessions.keys(), people.keys(), tell);
    confirmedAt = startedAt;
  }

  options.bus.subscribe('accessEnded', tell);
  const sweeping = repeat(sweep, {
    every: sweepEvery,
    log: options.log,
    failed: 'identity could not be asked who still has access',
  });

  return {
    hold(holder) {
      const letSessionGo = holder.sessionId === null ? null : sessions.add(holder.sessionId);
      const letPersonGo = people.add(holder.uid);
      return () => {
        letSessionGo?.();
        letPersonGo();
      };
    },
    onEnded: (listener) => void listeners.push(listener),
    confirmedAt: () => confirmedAt,
    close: sweeping.close,
  };
}

/** Asks identity which of these have lost access, a limited number per call. */
async function askAbout(
  identity: ServiceClient,
  sessions: string[],
  people: string[],
  tell: (ended: { sessions: string[]; people: string[] }) => void,
): Promise<void> {
  for (let from = 0; from < Math.max(sessions.length, people.length); from += atOnce) {
    const body = { sessions: sessions.slice(from, from + atOnce), people: people.slice(from, from + atOnce) };
    const { endedSessions, inactivePeople } = await identity.call(checkAccess, { body });
    tell({ sessions: endedSessions, people: inactivePeople });
  }
}
