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
  /** The browser's session gave somebody else's token: another window signed them in, and this page does not know yet. */
  isAnothers(token: string): void;
}

export interface HowToSend {
  /** `fetch` by default. */
  readonly send?: typeof fetchCall;
  readonly timeout?: number;
}

export type Respond = <T>(
  call: Call,
  input: LooseInput,
  /** Reads a response that is a success or, for a caller with an entity tag, a 304. */
  read: (response: Response) => Promise<T>,
  how?: HowToSend,
) => Promise<T>;

export type AuthenticatedRequest = <C extends Call>(call: C, ...input: Input<C>) => Promise<AnswerOf<C>>;

/** The error for a call that needs a refused token, such as a message: the call was not made, and may be made later. */
const notMade = (error: unknown) =>
  wasRefused(error) ? new ApiError(error.message, { status: 503, code: error.code }) : error;

/** Returns a check whether another tab has signed somebody else in since: nothing may be done in their name. */
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
      // An older session has ended: the person has signed in again meanwhile, in another tab.
      if (session.signIns() !== signIns) return held();
      // First ask again: the cookie may date from before a sign-in that this tab does not know of yet.
      if (error.status === 401 && session.person() !== undefined && !asksAgain) {
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
 * Makes calls as the person who is signed in. The returned function gives what was read of the answer. It throws `ApiError`
 * with the server's own words, 'No authenticated user' when there is nobody, or what `fetch` throws when no answer comes.
 */
export function createRespond(tokens: SessionTokens, session: RequestSession): Respond {
  const token = createTokenSource(tokens, session);

  return async function respond(call, input, read, { send = fetchCall, timeout } = {}) {
    const isOther = somebodyElse(session);
    /** The answer for one person must not reach the next, not even if they sign in while it arrives. */
    const unlessOther = <T>(value: T) => {
      if (isOther()) throw noAuthenticatedUser();
      return value;
    };
    const attempt = async () => {
      const mine = unlessOther(await token());
      return unlessOther(await send(call, input, { token: mine, ...(timeout !== undefined && { timeout }) }));
    };

    let response = await attempt();
    if (response.status === 401) {
      // A new key or a restart may end a token early, so only the session itself decides.
      tokens.drop();
      response = await attempt();
    }
    if (response.ok || response.status === 304) return unlessOther(await read(response));
    const error = unlessOther(await errorOf(response));
    if (error.code === 'account_deactivated') session.ended(error);
    throw error;
  };
}

/** The authenticated request helper: gives the parsed answer of a call, and throws as `respond` does. */
export const answersBy =
  (respond: Respond, how?: HowToSend): AuthenticatedRequest =>
  (call, ...[input]) =>
    respond(call, input ?? {}, (response) => answerOf(call, response), how);
