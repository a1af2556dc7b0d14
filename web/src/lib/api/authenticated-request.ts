import type { AnswerOf, Call } from '@koinonia/contracts/call.ts';
import { ApiError, errorOf, isSessionOver, noAuthenticatedUser, wasRefused } from './api-error.ts';
import { answerOf, fetchCall, type Input, type LooseInput } from './send-call.ts';
import type { HeldToken, SessionTokens } from './session-tokens.ts';

/** Milliseconds. A new sign-in ends the browser's old session slightly before the browser receives the new cookie. */
const cookieComesWithin = 1000;

export interface RequestSession {
  isSignedOut(): boolean;
  /** The uid of the person who is signed in; undefined while nobody is known. */
  person(): string | undefined;
  /** How many times somebody has signed in on this page. */
  signIns(): number;
  /** The server no longer lets this session in; the error's code says why. */
  ended(error: ApiError): void;
  /** The browser's session gives a token of somebody else: another window has signed them in, and the page has not heard. */
  isAnothers(token: string): void;
}

export interface HowToSend {
  /** `fetch` by default. */
  readonly send?: typeof fetchCall;
  readonly timeout?: number;
}

export type Respond = (call: Call, input: LooseInput, how?: HowToSend) => Promise<Response>;

export type AuthenticatedRequest = <C extends Call>(call: C, ...input: Input<C>) => Promise<AnswerOf<C>>;

/** What a refused token means for the call that needs it, such as a message: it was not made, and may be made later. */
const notMade = (error: unknown) =>
  wasRefused(error) ? new ApiError(error.message, { status: 503, code: error.code }) : error;

/** Tells whether somebody else has been signed in since, by another tab: nothing may be done in their name. */
export function somebodyElse(session: RequestSession): () => boolean {
  const caller = session.person();
  return () => caller !== undefined && ![caller, undefined].includes(session.person());
}

/** A token of the person who is signed in, for calls and for the socket. Throws 'No authenticated user'. */
export function createTokenSource(tokens: SessionTokens, session: RequestSession): () => Promise<string> {
  /** The token of the browser's session, whoever's it is. */
  async function held(asksAgain = false): Promise<HeldToken> {
    if (session.isSignedOut()) throw noAuthenticatedUser();
    const isOther = somebodyElse(session);
    const signIns = session.signIns();
    try {
      return await tokens.get();
    } catch (error) {
      if (isOther()) throw noAuthenticatedUser();
      if (!isSessionOver(error)) throw notMade(error);
      // What has ended is an older session: they have signed in again meanwhile, by another tab.
      if (session.signIns() !== signIns) return held();
      // Before anything is deleted: the cookie that was shown may be of before a sign-in which this tab has not heard of yet.
      if (error.code === 'session_ended' && !asksAgain) {
        await new Promise((resolve) => setTimeout(resolve, cookieComesWithin));
        return held(true);
      }
      session.ended(error);
      throw error.status === 401 ? noAuthenticatedUser() : error;
    }
  }

  return async function token(): Promise<string> {
    const isOther = somebodyElse(session);
    const { token: one, uid } = await held();
    if (isOther()) throw noAuthenticatedUser();
    if (![uid, undefined].includes(session.person())) {
      session.isAnothers(one);
      throw noAuthenticatedUser();
    }
    return one;
  };
}

/**
 * Makes calls as the person who is signed in. What it returns gives a successful response. It throws `ApiError` with the
 * server's own words, 'No authenticated user' when there is nobody, or what `fetch` throws when no answer comes.
 */
export function createRespond(tokens: SessionTokens, session: RequestSession): Respond {
  const token = createTokenSource(tokens, session);

  return async function respond(call, input, { send = fetchCall, timeout } = {}) {
    const isOther = somebodyElse(session);
    const attempt = async () => {
      const mine = await token();
      if (isOther()) throw noAuthenticatedUser();
      const response = await send(call, input, { token: mine, ...(timeout !== undefined && { timeout }) });
      // Neither may the answer for one person reach the next.
      if (isOther()) throw noAuthenticatedUser();
      return response;
    };

    let response = await attempt();
    if (response.status === 401) {
      // A new key or a restart may end a token early, so only the session itself decides.
      tokens.drop();
      response = await attempt();
    }
    if (response.ok) return response;
    const error = await errorOf(response);
    if (error.code === 'account_deactivated') session.ended(error);
    throw error;
  };
}

/** The authenticated request helper: gives the parsed answer of a call, and throws as `respond` does. */
export const answersBy =
  (respond: Respond, how?: HowToSend): AuthenticatedRequest =>
  async (call, ...[input]) =>
    answerOf(call, await respond(call, input ?? {}, how));
