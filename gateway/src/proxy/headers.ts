import type { IncomingHttpHeaders } from 'node:http';
import { requestIdHeader } from '@koinonia/kit/observing/request-id.ts';
import { callerHeader } from '@koinonia/kit/calls/caller-statement.ts';

/**
 * The browser's headers that are forwarded to a service. An allowlist, not a blocklist: so no spelling of an identity or
 * forwarding header can slip through.
 */
const passedOn = [
  'accept',
  'accept-encoding',
  'accept-language',
  'content-type',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'origin',
  'range',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-site',
  'user-agent',
] as const;

/** Headers about one connection and not about the message (RFC 9110, section 7.6.1). */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const namedBy = (connection: string | string[] | undefined) =>
  new Set(
    [connection ?? []].flat().flatMap((names) =>
      names
        .toLowerCase()
        .split(',')
        .map((name) => name.trim()),
    ),
  );

/** The headers of a request to a service. Our own are added last, so that a client cannot override them. */
export function requestHeaders(
  headers: IncomingHttpHeaders,
  own: { requestId: string; address: string; statement: string; cookies: boolean },
): Record<string, string> {
  const named = namedBy(headers.connection);
  const sent: Record<string, string> = {};
  for (const name of passedOn) {
    const value = headers[name];
    if (typeof value === 'string' && !named.has(name)) sent[name] = value;
  }
  if (own.cookies && headers.cookie !== undefined) sent['cookie'] = headers.cookie;
  sent['x-forwarded-for'] = own.address;
  sent[requestIdHeader] = own.requestId;
  sent[callerHeader] = own.statement;
  return sent;
}

/** The headers of a service's answer that are sent to the browser. */
export function answerHeaders(
  headers: IncomingHttpHeaders,
  allowed: { cookies: boolean; cacheable: boolean },
): Record<string, string | string[]> {
  const named = namedBy(headers.connection);
  const sent: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || hopByHop.has(name) || named.has(name) || name === requestIdHeader) continue;
    if (name === 'set-cookie' && !allowed.cookies) continue;
    sent[name] = value;
  }
  if (!allowed.cacheable) sent['cache-control'] = 'no-store';
  return sent;
}
