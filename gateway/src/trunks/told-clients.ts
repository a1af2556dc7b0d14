import type { Socket } from 'node:net';
import { paced } from '@koinonia/kit/work/paced.ts';
import { followMessages } from './message-boundary.ts';

/**
 * Bytes that may still wait for a browser when more arrives; above that it is cut off, reconnects and catches up. What arrives
 * at once may exceed this: otherwise one large burst would cut everyone in a chat, however fast they read.
 */
const mayWait = 1024 * 1024;

/** A browser's socket that gets data from a chat node over a trunk too, besides its own connection. */
export interface ToldClient {
  /** Writes these frames soon, between messages of the connection. */
  tell(frames: Buffer): void;
  /**
   * `answer` is the part of the node's answer that has arrived, `upstream` the connection for the rest. Both must already be
   * forwarded to the browser: frames of the trunk are written after the data that was forwarded last.
   */
  follow(answer: Buffer, upstream: Socket): void;
  /** Ends the socket. */
  cut(): void;
}

/**
 * Writes all waiting frames of a client at once: a write costs far more than its bytes. The longer writing takes, the longer
 * it waits for more frames.
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
    /** Bytes that waited in vain for the end of a message of the connection. */
    let heldUp = 0;

    function write(): void {
      if (frames.length === 0) return;
      heldUp = boundary.isBetween() ? 0 : waiting;
      if (heldUp > 0) return;
      const bytes = frames.length === 1 ? frames[0]! : Buffer.concat(frames);
      frames = [];
      waiting = 0;
      if (client.writable) client.write(bytes);
    }

    return {
      tell(told) {
        if (client.destroyed) return;
        if (heldUp + client.writableLength > mayWait) {
          onSlow();
          client.destroy();
          frames = [];
          return;
        }
        frames.push(told);
        waiting += told.length;
        writing.add(write);
        want();
      },
      follow(answer, upstream) {
        boundary.take(answer);
        upstream.on('data', (chunk: Buffer) => {
          boundary.take(chunk);
          // Frames that arrived during a message are written after it.
          if (frames.length > 0 && !writing.has(write)) write();
        });
      },
      cut: () => client.destroy(),
    };
  };
}
