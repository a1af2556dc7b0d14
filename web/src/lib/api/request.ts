import { session } from '../session/session.ts';
import { createAuthenticatedRequest, createTokenSource } from './authenticated-request.ts';
import { createSessionTokens } from './session-tokens.ts';
import { uploadCall, type UploadProgress } from './upload-call.ts';

export const sessionTokens = createSessionTokens();

const personOf = () => {
  const state = session.snapshot();
  return state.status === 'signedIn' ? state.user.uid : undefined;
};

// A token belongs to one person: another one, or nobody, must never act with it.
let person = personOf();
session.subscribe(() => {
  const before = person;
  person = personOf();
  if (before !== undefined && before !== person) sessionTokens.drop();
});

const ofPage = { isSignedOut: () => session.snapshot().status === 'signedOut', ended: () => session.end() };

export const request = createAuthenticatedRequest({ tokens: sessionTokens, session: ofPage });

/** For calls that carry a file: tells how far it has got, can be cancelled, and takes the time that it takes. */
export const uploading = (progress: UploadProgress) =>
  createAuthenticatedRequest({ tokens: sessionTokens, session: ofPage, send: uploadCall(progress) });

/** For the socket's handshake. */
export const currentToken = createTokenSource(sessionTokens, ofPage);
