import type { Socket } from 'node:net';
import { paced } from '@koinonia/kit/paced.ts';
import { followMessages } from './message-boundary.ts';

/** Bytes that may wait for a browser that takes nothing: it comes back and catches up. */
const mayWait = 1024 * 1024;

/** A browser's socket that chat nodes also tell things by a trunk, beside what comes by its own connection. */
export interface ToldClient {
  /** Writes these frames soon, between what comes by the connection. */
  tell(frames: Buffer): void;
  /**
   * What came of the node's answer so far, and the connection by which the rest comes. It must be passed on already: what
   * is told comes after what has just been passed on.
   */
  follow(answer: Buffer, upstream: Socket): void;
  /** Ends the socket. */
  cut(): void;
}

/**
 * Writes for each client all that it is told in one go: a write costs far more than the bytes in it. The longer writing
 * takes, the longer is waited for more.
 */
export function createToldClients(onSlow: () => void): (client: Socket) => ToldClient {
  let writing = new Set<() => void>();
  const want = paced(() => {
    const now = writing;
    writing = new Set();
    for (const write of now) write();
  });

  return function toldClient(client) {
    const boundary = followMessages();
    let frames: Buffer[] = [];
    let waiting = 0;

    function write(): void {
      if (frames.length === 0 || !boundary.isBetween()) return;
      const bytes = frames.length === 1 ? frames[0]! : Buffer.concat(frames);
      frames = [];
      waiting = 0;
      if (client.writable) client.write(bytes);
    }

    return {
      tell(told) {
        if (client.destroyed) return;
        frames.push(told);
        waiting += told.length;
        if (waiting + client.writableLength > mayWait) {
          onSlow();
          client.destroy();
          frames = [];
          return;
        }
        writing.add(write);
        want();
      },
      follow(answer, upstream) {
        boundary.take(answer);
        upstream.on('data', (chunk: Buffer) => {
          boundary.take(chunk);
          // What could not be said within a message is said after it.
          if (frames.length > 0 && !writing.has(write)) write();
        });
      },
      cut: () => client.destroy(),
    };
  };
}
