import { hash } from 'node:crypto';
import type { onSendAsyncHookHandler } from 'fastify';

/** Whether the caller's copy is still current (RFC 9110, section 13.1.2). `etag`: in its strong form. */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag);
}

/**
 * For a call whose long answer is asked for again and again: the answer gets an entity tag, and a caller who names it in
 * `If-None-Match` gets 304 and no body while the answer is the same. The tag is weak, as the gateway compresses answers.
 */
export const unlessUnchanged: onSendAsyncHookHandler = async (request, reply, payload) => {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return payload;
  const etag = `"${hash('sha1', payload, 'base64url')}"`;
  reply.header('etag', `W/${etag}`);
  // A HEAD asks for the headers of the whole answer.
  if (request.method !== 'GET' || !isUnchanged(request.headers['if-none-match'], etag)) return payload;
  reply.code(304).removeHeader('content-type').removeHeader('content-length');
  return null;
};
