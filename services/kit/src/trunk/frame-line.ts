import type { Socket } from 'node:net';
import { paced } from '../work/paced.ts';

const lengthBytes = 4;
/** Maximum bytes of a frame: far more than any frame that is sent. */
const longest = 64 * 1024 * 1024;
/** Maximum bytes that may wait for the other end to take them. */
const mayWait = 64 * 1024 * 1024;
/** Ms between two heartbeats, and without any data after which the other end is considered gone. */
const aliveEvery = 3000;
const silentFor = 12_000;

const signOfLife = Buffer.alloc(lengthBytes);

/** A connection that carries whole frames, each preceded by its length. */
export interface FrameLine {
  /** Sends parts as one frame. All frames that wait go out in one write: at the end of the turn, under load a little later. */
  send(...parts: readonly Uint8Array[]): void;
  /** When the last data came from the other end, by `performance.now()`. */
  heardAt(): number;
  /** Ends the connection after all sent frames have gone out. */
  end(): void;
  /** Ends the connection at once. */
  destroy(): void;
}

/**
 * Exchanges frames over a connection that both ends have agreed on; `early` holds bytes that came with the agreement.
 * `onClosed` is called once, however it ends: the other end hung up, fell silent, sent nonsense, or accepts no more data.
 */
export function frameLine(
  socket: Socket,
  early: Uint8Array,
  { onFrame, onClosed }: { onFrame: (frame: Buffer) => void; onClosed: () => void },
): FrameLine {
  const read = frameReader(onFrame);
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let heardAt = performance.now();

  function take(chunk: Buffer): void {
    heardAt = performance.now();
    if (!read(chunk)) socket.destroy();
  }

  function write(): void {
    if (waiting.length > 0 && socket.writable) socket.write(Buffer.concat(waiting, waitingBytes));
    waiting = [];
    waitingBytes = 0;
  }
  const writeSoon = paced(write);

  function send(...parts: readonly Uint8Array[]): void {
    if (!socket.writable) return;
    if (socket.writableLength + waitingBytes > mayWait) return void socket.destroy();
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    const head = Buffer.allocUnsafe(lengthBytes);
    head.writeUInt32BE(length);
    waiting.push(head, ...parts);
    waitingBytes += lengthBytes + length;
    writeSoon();
  }

  function end(): void {
    write();
    socket.destroySoon();
  }

  socket.setNoDelay(true);
  socket.setTimeout(0);
  socket.on('data', take);
  socket.on('error', () => {});
  socket.once('end', end);
  socket.once('close', onClosed);
  exchangeSignsOfLife(socket, () => heardAt);
  if (early.length > 0) take(Buffer.from(early));
  return { send, heardAt: () => heardAt, end, destroy: () => socket.destroy() };
}

/** Hangs up when nothing at all comes from the other end. */
function exchangeSignsOfLife(socket: Socket, heardAt: () => number): void {
  const isSilent = () => performance.now() - heardAt() > silentFor;
  const timer = setInterval(() => {
    // Only after reading what has already arrived: this process may have been held up, and not the other end.
    if (isSilent()) setImmediate(() => isSilent() && socket.destroy());
    else if (socket.writable) socket.write(signOfLife);
  }, aliveEvery);
  timer.unref();
  socket.once('close', () => clearInterval(timer));
}

/** Takes bytes as they arrive and gives whole frames; returns false when they make no sense. */
function frameReader(onFrame: (frame: Buffer) => void): (chunk: Buffer) => boolean {
  let rest: Buffer = Buffer.alloc(0);

  return function read(chunk) {
    let bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (bytes.length >= lengthBytes) {
      const length = bytes.readUInt32BE();
      if (length > longest) return false;
      if (bytes.length < lengthBytes + length) break;
      const frame = bytes.subarray(lengthBytes, lengthBytes + length);
      bytes = bytes.subarray(lengthBytes + length);
      if (frame.length > 0 && !isUnderstood(frame)) return false;
    }
    rest = bytes;
    return true;
  };

  function isUnderstood(frame: Buffer): boolean {
    try {
      onFrame(frame);
      return true;
    } catch {
      return false;
    }
  }
}
