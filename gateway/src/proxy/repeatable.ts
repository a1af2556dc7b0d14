import type { Passage } from './passages.ts';

/** POST calls that set rather than add, or that find again what they made. */
const repeatable = new Set(['/api/chat/create', '/api/session/token', '/api/update-profile']);

/**
 * Whether a call whose first try may or may not have been done can be sent to another node: reads, DELETE, and what
 * its own contract makes safe to repeat. Asked only after a failure, so the body is looked into only then.
 */
export function mayBeRepeated(method: string, path: string, passage: Passage, body: Buffer | null): boolean {
  if (passage.streams) return false;
  if (method === 'GET' || method === 'HEAD' || method === 'DELETE') return true;
  if (method !== 'POST') return false;
  if (path === '/api/chat/send') return typeof fieldOf(body, 'clientId') === 'string';
  if (path === '/api/chat/react') return typeof fieldOf(body, 'on') === 'boolean';
  return repeatable.has(path) || /^\/api\/chat\/[^/]+\/read$/.test(path);
}

function fieldOf(body: Buffer | null, name: string): unknown {
  try {
    const parsed: unknown = JSON.parse(body?.toString('utf8') ?? '');
    return typeof parsed === 'object' && parsed !== null ? Reflect.get(parsed, name) : undefined;
  } catch {
    return undefined;
  }
}
