import type { Passage } from './passages.ts';

/** Reads that leave a line in the audit log, or can be made only once. */
const readsOnRecord = [/^\/api\/(users|audit)\/export$/, /^\/api\/session\/download\/[^/]+$/];

/** POST calls that set a value instead of adding one, or that find again what they created. */
const repeatablePosts = [
  /^\/api\/chat\/create$/,
  /^\/api\/session\/token$/,
  /^\/api\/update-profile$/,
  /^\/api\/chat\/[^/]+\/read$/,
];

/** DELETE calls after which nothing is left at that address. */
const finalDeletes = [/^\/api\/session(\/[^/]+)?$/, /^\/api\/invitations\/[^/]+$/, /^\/api\/users\/[^/]+$/];

/**
 * DELETE calls for something that never comes back. All others take away what is there when they arrive: a repeat would also
 * take away what somebody added in the meantime, such as a message in a deleted chat, or a new group picture.
 */
const repeatableDeletes = [...finalDeletes, /^\/api\/chat\/[^/]+\/messages\/[^/]+$/];

/** Whether the repeat of this call is answered with 404 if the first node has carried it out. */
export const isFinalDelete = (method: string, path: string): boolean =>
  method === 'DELETE' && finalDeletes.some((pattern) => pattern.test(path));

/**
 * Whether a call can be sent to another node if the first one may have carried it out: reads, and calls whose contract makes
 * repeats safe. Checked only after a failure, so only then is the body parsed.
 */
export function mayBeRepeated(method: string, path: string, passage: Passage, body: Buffer | null): boolean {
  if (passage.streams) return false;
  if (method === 'GET' || method === 'HEAD') return !readsOnRecord.some((pattern) => pattern.test(path));
  if (method === 'DELETE') return repeatableDeletes.some((pattern) => pattern.test(path));
  if (method !== 'POST') return false;
  if (path === '/api/chat/send') return typeof fieldOf(body, 'clientId') === 'string';
  if (path === '/api/chat/react') return typeof fieldOf(body, 'on') === 'boolean';
  return repeatablePosts.some((pattern) => pattern.test(path));
}

function fieldOf(body: Buffer | null, name: string): unknown {
  try {
    const parsed: unknown = JSON.parse(body?.toString('utf8') ?? '');
    return typeof parsed === 'object' && parsed !== null ? Reflect.get(parsed, name) : undefined;
  } catch {
    return undefined;
  }
}
