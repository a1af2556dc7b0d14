import type { AnswerOf, Call } from '@koinonia/contracts/call.ts';
import { totalHeader } from '@koinonia/contracts/common.ts';
import type { ErrorCode } from '@koinonia/contracts/errors.ts';
import { getMe } from '@koinonia/contracts/identity.ts';
import { proveOnline } from '../online.ts';
import { leaveDevice } from '../session/leave-device.ts';
import { personNow, session } from '../session/session.ts';
import type { ApiError } from './api-error.ts';
import { answersBy, createRespond, createTokenSource } from './authenticated-request.ts';
import { requirePerson } from './required.ts';
import { answerOf, fetchCall, type Input } from './send-call.ts';
import { serverTimeOf } from './server-clock.ts';
import { createSessionTokens } from './session-tokens.ts';
import { uploadCall, type UploadProgress } from './upload-call.ts';

export const sessionTokens = createSessionTokens(proveOnline);

// A token belongs to one person: nobody else must ever act with it.
let person = personNow();
let signIns = 0;
session.subscribe(() => {
  const before = person;
  person = personNow();
  if (person !== undefined && before !== person) signIns += 1;
  if (before !== undefined && before !== person) sessionTokens.drop();
});

/** Codes that mean that this device was shut out, not merely that the session expired. */
const leavesNothing = new Set<string | undefined>(['session_ended', 'account_deactivated'] satisfies ErrorCode[]);

let turning: Promise<void> | undefined;

/** Switches this page to the person whose token this is. On failure, the next call that needs a token tries again. */
function turnTo(token: string) {
  const before = personNow();
  turning ??= fetchCall(getMe, {}, { token })
    .then((response) => answerOf(getMe, response))
    .then(requirePerson)
    .then((me) => void (personNow() === before && session.accept(me)))
    .catch(() => undefined)
    .finally(() => (turning = undefined));
}

export const ofPage = {
  isSignedOut: () => session.snapshot().status === 'signedOut',
  person: personNow,
  signIns: () => signIns,
  ended: ({ code }: ApiError) => (leavesNothing.has(code) ? void leaveDevice() : session.end()),
  isAnothers: turnTo,
};

/** Makes a call as the person who is signed in, for callers that need more of the response than its answer. */
export const respond = createRespond(sessionTokens, ofPage);

export const request = answersBy(respond);

/** For lists that come in pages: `total` counts the entries of all pages together. */
export function requestPage<C extends Call>(
  call: C,
  ...[input]: Input<C>
): Promise<{ answer: AnswerOf<C>; total: number }> {
  return respond(call, input ?? {}, async (response) => ({
    answer: await answerOf(call, response),
    total: Number(response.headers.get(totalHeader)),
  }));
}

/** For answers that hold times to compare with now: `at` is the server's time, in ms since 1970. */
export function requestAt<C extends Call>(call: C, ...[input]: Input<C>): Promise<{ answer: AnswerOf<C>; at: number }> {
  return respond(call, input ?? {}, async (response) => ({
    answer: await answerOf(call, response),
    at: serverTimeOf(response.headers),
  }));
}

/** For calls that carry a file: they report progress, can be cancelled, and have no time limit while bytes get through. */
export const uploading = (progress: UploadProgress) => answersBy(respond, { send: uploadCall(progress) });

/** For the socket's handshake. */
export const currentToken = createTokenSource(sessionTokens, ofPage);
