import { connect, type Socket } from 'node:net';
import { testOrigin } from './start-gateway.ts';

/** A browser's side of a socket, byte by byte. */
export interface RawClient {
  socket: Socket;
  /** Everything received so far, as latin1. */
  received: () => string;
  closed: Promise<void>;
}

export interface Asking {
  path?: string;
  origin?: string | null;
  headers?: string[];
  /** Sent right after the head, before any answer. */
  after?: string;
  /** Whether the empty line at the end of the head is left out. */
  unfinished?: boolean;
}

/** Requests an upgrade from the gateway, as a browser on our own page would. */
export function openSocket(url: string, asking: Asking = {}): RawClient {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let received = '';
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => (received += chunk));
  socket.on('error', () => {});
  const origin = asking.origin === undefined ? testOrigin : asking.origin;
  socket.write(
    [
      `GET ${asking.path ?? '/socket.io/?EIO=4&transport=websocket'} HTTP/1.1`,
      'Host: koinonia.test',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Version: 13',
      ...(origin === null ? [] : [`Origin: ${origin}`]),
      ...(asking.headers ?? []),
      ...(asking.unfinished ? [] : ['']),
      asking.after ?? '',
    ].join('\r\n'),
  );
  return { socket, received: () => received, closed: new Promise((resolve) => socket.once('close', () => resolve())) };
}

export const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
