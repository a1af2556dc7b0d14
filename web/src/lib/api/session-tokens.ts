import { getSessionToken } from '@koinonia/contracts/identity.ts';
import { answerOf, fetchCall, serverTimeOf } from './send-call.ts';

const leftover = 60_000;

export interface SessionTokens {
  /** A token that is valid for at least another minute. Callers at the same time share one request. */
  get(): Promise<string>;
  /** Forgets the token, so that the next call asks for another. */
  drop(): void;
}

interface GivenToken {
  readonly token: string;
  /** Milliseconds from now. */
  readonly lifetime: number;
}

/** The lifetime comes from the server's clock: a phone whose own clock is wrong must not ask before every call. */
async function askForToken(origin: string): Promise<GivenToken> {
  const response = await fetchCall(getSessionToken, {}, { origin });
  const { token, expiresAt } = await answerOf<typeof getSessionToken>(response);
  return { token, lifetime: Date.parse(expiresAt) - serverTimeOf(response.headers) };
}

/** Keeps the session token in memory only: the browser's storage holds nothing that can act as the person. */
export function createSessionTokens(origin = ''): SessionTokens {
  let kept: { token: string; until: number } | undefined;
  let asking: Promise<string> | undefined;
  let generation = 0;

  async function ask() {
    const asked = generation;
    const { token, lifetime } = await askForToken(origin);
    if (asked === generation) kept = { token, until: Date.now() + lifetime };
    return token;
  }

  return {
    async get() {
      if (kept !== undefined && kept.until - Date.now() > leftover) return kept.token;
      const mine = (asking ??= ask());
      return mine.finally(() => {
        if (asking === mine) asking = undefined;
      });
    },
    drop() {
      generation += 1;
      kept = undefined;
      asking = undefined;
    },
  };
}
