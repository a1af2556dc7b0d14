import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { requestIdHeader } from '@koinonia/kit/observing/request-id.ts';
import { trunkPlaceHeader } from '@koinonia/kit/trunk/trunk-frames.ts';
import { ignore } from './join.ts';
import { queryOf } from './refusal.ts';

/** Ms for a node to accept the connection and to begin its answer; then the next node is tried. */
const connectWithin = 1000;
const answerWithin = 4000;
const keepAliveAfter = 30_000;

/** The browser's headers that are forwarded to a chat node. No cookies: sockets are authenticated only by token. */
const passedOn = [
  'origin',
  'sec-websocket-extensions',
  'sec-websocket-key',
  'sec-websocket-protocol',
  'sec-websocket-version',
  'user-agent',
] as const;

/** The head of the request as it is sent to a chat node. */
function upgradeHead(request: IncomingMessage, host: string, own: { requestId: string; place: string | null }): string {
  // Clients may leave out the slash, but a node hangs up without it.
  const path = `/socket.io/?${queryOf(request.url)}`;
  const lines = [`GET ${path} HTTP/1.1`, `host: ${host}`, 'connection: Upgrade', 'upgrade: websocket'];
  for (const name of passedOn) {
    const value = request.headers[name];
    if (value !== undefined) lines.push(`${name}: ${[value].flat().join(', ')}`);
  }
  lines.push(`${requestIdHeader}: ${own.requestId}`);
  if (own.place !== null) lines.push(`${trunkPlaceHeader}: ${own.place}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}

export interface Handshake {
  readonly upstream: Socket;
  /** The part of the node's answer that has arrived, at least its status. */
  readonly answer: Buffer;
  readonly accepted: boolean;
}

const accepted = Buffer.from('HTTP/1.1 101');

/**
 * Sends the head to a node and waits for the beginning of its answer. Rejects, with nothing left open, when the node
 * refuses, hangs or hangs up, and when `signal` says that the browser is gone.
 */
export function shakeHands(
  node: string,
  request: IncomingMessage,
  { signal, ...own }: { requestId: string; place: string | null; signal: AbortSignal },
): Promise<Handshake> {
  const { hostname, port, host } = new URL(node);
  const upstream = connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || 80),
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: keepAliveAfter,
  });
  return new Promise<Handshake>((resolve, reject) => {
    let answer = Buffer.alloc(0);
    const fail = (reason: string) => upstream.destroy(new Error(`the chat node ${reason}`));
    const leave = () => fail('was left by the browser');
    const hangUp = () => fail('hung up');
    let timer: NodeJS.Timeout | undefined;
    limit(connectWithin, 'does not accept the connection');

    upstream.once('connect', () => {
      limit(answerWithin, 'does not answer');
      upstream.write(upgradeHead(request, host, own), 'latin1');
    });
    upstream.on('data', take);
    upstream.once('end', hangUp);
    upstream.on('error', reject);
    upstream.once('close', settle);
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave);

    function take(chunk: Buffer) {
      answer = Buffer.concat([answer, chunk]);
      if (answer.length < accepted.length) return;
      // No part of the handshake may stay in memory for as long as the connection lives.
      upstream.pause().off('data', take).off('end', hangUp).off('close', settle).off('error', reject);
      upstream.on('error', ignore);
      settle();
      resolve({ upstream, answer, accepted: answer.subarray(0, accepted.length).equals(accepted) });
    }
    /** Fails only after what has already arrived is read: this process may have been held up, and not the node. */
    function limit(ms: number, reason: string) {
      clearTimeout(timer);
      const current = setTimeout(() => setImmediate(() => timer === current && fail(reason)), ms);
      timer = current;
    }
    function settle() {
      clearTimeout(timer);
      timer = undefined;
      signal.removeEventListener('abort', leave);
    }
  });
}
