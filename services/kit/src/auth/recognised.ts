import { now } from '../clock.ts';
import type { AccessWatch, Holder } from './access-watch.ts';

const maxKept = 20_000;
const tidyEvery = 30_000;

/** A person whose token is valid. */
export interface Authenticated extends Holder {
  /** When the token ends, in ms since 1970. */
  readonly expiresAt: number;
}

interface Recognised {
  readonly who: Authenticated;
  /** When identity was last asked and confirmed the access, in ms since 1970. */
  confirmedAt: number;
  readonly letGo: () => void;
}

/**
 * The people whom this process has recognised, by a key of their token. Each is held in the watch, and is removed when
 * their access or their token ends.
 */
export function createRecognised(watch: AccessWatch) {
  const entries = new Map<string, Recognised>();
  let tidiedAt = now();

  function forget(key: string) {
    entries.get(key)?.letGo();
    entries.delete(key);
  }

  // Nobody asks for expired tokens again, and each one would be swept as long as it is held.
  function tidy(at: number) {
    if (at - tidiedAt < tidyEvery) return;
    tidiedAt = at;
    for (const [key, { who }] of entries) if (who.expiresAt <= at) forget(key);
  }

  watch.onEnded(({ sessions, people }) => {
    for (const [key, { who }] of entries) {
      if (people.has(who.uid) || (who.sessionId !== null && sessions.has(who.sessionId))) forget(key);
    }
  });

  return {
    get(key: string): Recognised | undefined {
      const entry = entries.get(key);
      if (entry && entry.who.expiresAt <= now()) forget(key);
      return entries.get(key);
    },
    /** `confirmedAt`: when identity was asked, in ms since 1970. */
    add(key: string, who: Authenticated, confirmedAt: number): Authenticated {
      tidy(now());
      forget(key);
      const oldest = entries.size >= maxKept ? entries.keys().next().value : undefined;
      if (oldest !== undefined) forget(oldest);
      entries.set(key, { who, confirmedAt, letGo: watch.hold(who) });
      return who;
    },
    forget,
  };
}
