import type { AnswerOf, Call } from '@koinonia/contracts/call.ts';
import { type FirstCall, firstCalls } from '@koinonia/contracts/gateway.ts';
import { session } from '../session/session.ts';
import { noAuthenticatedUser } from './api-error.ts';
import { somebodyElse } from './authenticated-request.ts';
import { currentToken, ofPage, respond, sessionTokens } from './request.ts';
import { answerOf } from './send-call.ts';
import type { FirstAnswers } from './session-tokens.ts';

/** Milliseconds. An answer that nobody has taken by then may be out of date, and is fetched again. */
const keptFor = 20_000;

interface Asked {
  readonly answer: Promise<unknown>;
  /** Undefined until it is there. */
  arrived?: unknown;
}

const asked = new Map<Call, Asked>();
const wanted = new Map<Call, AbortController>();

/** Aborts the earlier request for this call: nobody waits for it any more, and on a slow line it would delay the new one. */
function wantedFrom(call: Call): AbortSignal {
  wanted.get(call)?.abort();
  const here = new AbortController();
  wanted.set(call, here);
  return here.signal;
}

/** The newest answers that have an entity tag: the server sends none of them again while it is the same. */
const newest = new Map<Call, { readonly etag: string; readonly answer: unknown }>();

function remember<Answer>(call: Call, etag: string | null | undefined, answer: Answer): Answer {
  if (etag) newest.set(call, { etag, answer });
  return answer;
}

async function ask(call: Call, signal: AbortSignal): Promise<unknown> {
  const known = newest.get(call);
  const came = await respond(call, { signal, etag: known?.etag }, async (response) => ({
    etag: response.headers.get('ETag'),
    answer: response.status === 304 && known ? known.answer : await answerOf(call, response),
  }));
  return remember(call, came.etag, came.answer);
}

/** The answer that came with the token. Asks the server if none came, or if the token is not this page's person's. */
async function broughtOrAsked(name: FirstCall, coming: Promise<FirstAnswers>, signal: AbortSignal): Promise<unknown> {
  const isOther = somebodyElse(ofPage);
  // Without a token, this fails as every call would.
  await currentToken();
  if (isOther()) throw noAuthenticatedUser();
  const { answers, tags } = await coming;
  signal.throwIfAborted();
  const call: Call = firstCalls[name];
  const isMine = answers?.me !== undefined && answers.me.uid === ofPage.person();
  const answer = isMine ? answers[name] : undefined;
  return answer === undefined ? ask(call, signal) : remember(call, tags?.[name], answer);
}

/** Asks early, in one request, for what the page needs to be drawn, so that it arrives while the scripts load. */
export function askFirst(...names: FirstCall[]) {
  const coming: Promise<FirstAnswers> = sessionTokens.getWith(names).catch(() => ({}));
  for (const name of names) {
    const call: Call = firstCalls[name];
    const one: Asked = { answer: broughtOrAsked(name, coming, wantedFrom(call)) };
    // The caller that takes the answer handles the error.
    one.answer.then((answer) => (one.arrived = answer)).catch(() => undefined);
    asked.set(call, one);
    setTimeout(() => asked.delete(call), keptFor);
  }
}

/** Takes the answer that `askFirst` has asked for; asks now if there is none. For one caller at a time. */
export function firstAnswer<C extends Call>(call: C): Promise<AnswerOf<C>> {
  const answer = asked.get(call)?.answer ?? ask(call, wantedFrom(call));
  asked.delete(call);
  return answer as Promise<AnswerOf<C>>;
}

/**
 * The answer that `askFirst` has asked for, if it has arrived and nobody has taken it: a page can be drawn with it before it
 * takes it.
 */
export const arrivedAnswer = <C extends Call>(call: C) => asked.get(call)?.arrived as AnswerOf<C> | undefined;

// Answers for one person must not reach the next one.
session.subscribe(() => {
  asked.clear();
  newest.clear();
});
