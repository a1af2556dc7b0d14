import type { AnswerOf } from '@koinonia/contracts/call.ts';
import type { FirstCall, firstCalls } from '@koinonia/contracts/gateway.ts';
import { getSessionToken } from '@koinonia/contracts/identity.ts';
import { notTheServers } from './api-error.ts';
import { answerOf, fetchCall } from './send-call.ts';
import { learnTime, serverTimeOf } from './server-clock.ts';

const leftover = 60_000;

/** Answers that came with a token, and the entity tags of those that have one. */
export interface FirstAnswers {
  readonly answers?: { readonly [Name in FirstCall]?: AnswerOf<(typeof firstCalls)[Name]> } | undefined;
  readonly tags?: { readonly [Name in FirstCall]?: string } | undefined;
}

export interface HeldToken {
  readonly token: string;
  /** Whose it is. */
  readonly uid: string;
}

export interface SessionTokens {
  /** A token that is valid for at least another minute. Callers at the same time share one request. */
  get(): Promise<HeldToken>;
  /** Asks for a token and these answers together; gives the answers that came. None if a token is already on its way. */
  getWith(names: readonly FirstCall[]): Promise<FirstAnswers>;
  /** Forgets the token, so that the next call asks for another. */
  drop(): void;
}

interface GivenToken extends HeldToken, FirstAnswers {
  /** Milliseconds from now. */
  readonly lifetime: number;
}

/** The lifetime comes from the server's clock: a phone whose own clock is wrong must not ask before every call. */
async function askForToken(names: readonly FirstCall[]): Promise<GivenToken> {
  const input = names.length === 0 ? {} : { body: { answers: names } };
  const response = await fetchCall(getSessionToken, input, { onlyReads: true });
  learnTime(response.headers);
  const { token, expiresAt, uid, answers, tags } = await answerOf(getSessionToken, response);
  if (typeof token !== 'string') throw notTheServers(response.status);
  return { token, uid, lifetime: Date.parse(expiresAt) - serverTimeOf(response.headers), answers, tags };
}

/**
 * Keeps the session token in memory only: the browser's storage holds nothing that can act as the person. `onGiven`
 * is called at each token that the server gives.
 */
export function createSessionTokens(onGiven: () => void): SessionTokens {
  let kept: (HeldToken & { until: number }) | undefined;
  let asking: Promise<GivenToken> | undefined;
  let generation = 0;

  async function ask(names: readonly FirstCall[]) {
    const asked = generation;
    const given = await askForToken(names);
    if (asked === generation) kept = { token: given.token, uid: given.uid, until: Date.now() + given.lifetime };
    onGiven();
    return given;
  }

  function askOnce(names: readonly FirstCall[] = []) {
    const mine = (asking ??= ask(names));
    return mine.finally(() => {
      if (asking === mine) asking = undefined;
    });
  }

  return {
    async get() {
      return kept !== undefined && kept.until - Date.now() > leftover ? kept : askOnce();
    },
    getWith: (names) => askOnce(names),
    drop() {
      generation += 1;
      kept = undefined;
      asking = undefined;
    },
  };
}
