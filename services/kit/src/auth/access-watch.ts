import { checkAccess } from '@koinonia/contracts/identity.ts';
import type { Logger } from 'pino';
import type { Bus } from '../bus/bus.ts';
import { now } from '../clock.ts';
import type { ServiceClient } from '../service-client.ts';

const sweepEvery = 2000;
const atOnce = 2000;

/** Somebody whose access matters here: `sessionId` is null for the holder of an ID token. */
export interface Holder {
  readonly uid: string;
  readonly sessionId: string | null;
}

export interface EndedAccess {
  readonly sessions: ReadonlySet<string>;
  readonly people: ReadonlySet<string>;
}

/**
 * Notices within 5 s when a session or a person's access ends. The bus tells it at once; because the bus may lose that,
 * identity is asked every 2 s about everyone held, so it is noticed while Redis is away too.
 */
export interface AccessWatch {
  /** Watches a holder until the function that it gives back is called. */
  hold(holder: Holder): () => void;
  onEnded(listener: (ended: EndedAccess) => void): void;
  /** When everyone held was last known to have access, in ms since 1970; 0 before the first answer. */
  confirmedAt(): number;
  close(): void;
}

export function createAccessWatch(options: { identity: ServiceClient; bus: Bus; log: Logger }): AccessWatch {
  const sessions = createCounter();
  const people = createCounter();
  const listeners: ((ended: EndedAccess) => void)[] = [];
  let confirmedAt = 0;

  const tell = (ended: { sessions: string[]; people: string[] }) => {
    if (ended.sessions.length === 0 && ended.people.length === 0) return;
    const sets = { sessions: new Set(ended.sessions), people: new Set(ended.people) };
    for (const listener of listeners) listener(sets);
  };

  async function sweep() {
    const startedAt = now();
    const heldSessions = sessions.keys();
    const heldPeople = people.keys();
    for (let from = 0; from < Math.max(heldSessions.length, heldPeople.length); from += atOnce) {
      const answer = await options.identity.call(checkAccess, {
        body: {
          sessions: heldSessions.slice(from, from + atOnce),
          people: heldPeople.slice(from, from + atOnce),
        },
      });
      tell({ sessions: answer.endedSessions, people: answer.inactivePeople });
    }
    confirmedAt = startedAt;
  }

  options.bus.subscribe('accessEnded', tell);
  let sweeping = false;
  let closed = false;
  const timer = setInterval(() => {
    if (sweeping) return;
    sweeping = true;
    sweep()
      .catch((err: unknown) => {
        if (!closed) options.log.warn({ err }, 'who still has access could not be asked');
      })
      .finally(() => (sweeping = false));
  }, sweepEvery);
  timer.unref();

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
    close() {
      closed = true;
      clearInterval(timer);
    },
  };
}

/** Counts how often each key is held; a key that is held no more is gone. */
function createCounter() {
  const counts = new Map<string, number>();
  return {
    keys: () => [...counts.keys()],
    add(key: string) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        const left = (counts.get(key) ?? 1) - 1;
        if (left === 0) counts.delete(key);
        else counts.set(key, left);
      };
    },
  };
}
