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
  /**
   * When identity was last asked and confirmed the access, by `performance.now()`: if the time is set back, nobody may be
   * trusted for longer.
   */
  confirmedAt: number;
  readonly letGo: () => void;
}

/**
 * The people whom this process has recognised, by a key of their token. Each is held in the watch, and is removed when
 * their access or their token ends.
 */
export function createRecognised(watch: AccessWatch) {
  const entries = new Map<string, Recognised>();
  let tidiedAt = performance.now();

  function forget(key: string) {
    entries.get(key)?.letGo();
    entries.delete(key);
  }

  // Nobody presents expired tokens again, and each one would be swept as long as it is held.
  function tidy() {
    if (performance.now() - tidiedAt < tidyEvery) return;
    tidiedAt = performance.now();
    for (const [key, { who }] of entries) if (who.expiresAt <= now()) forget(key);
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
    /** `confirmedAt`: when identity was asked, by `performance.now()`. */
    add(key: string, who: Authenticated, confirmedAt: number): Authenticated {
      tidy();
      forget(key);
      const oldest = entries.size >= maxKept ? entries.keys().next().value : undefined;
      if (oldest !== undefined) forget(oldest);
      entries.set(key, { who, confirmedAt, letGo: watch.hold(who) });
      return who;
    },
    forget,
  };
}
