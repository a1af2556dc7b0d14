import { write as writeInBackground, writeSync } from 'node:fs';
import { codeOf } from '../code-of.ts';

/** Characters. What is logged while more than this waits is lost. */
const maxWaiting = 1024 * 1024;
/** Ms. */
const tryAgainAfter = 100;
const flushWithin = 1000;

const nothing = new Uint8Array();

export interface Output {
  write(lines: string): void;
  /** Writes at once what waits, if anybody takes it within a second: the process may be about to end. */
  flushSync(): void;
}

/**
 * Writes lines in the background. Whatever happens to them must not happen to the process: while the disk is full or nobody
 * reads, they wait, and in the end are lost. pino's own output lets the process fail when the disk is full, and its `flushSync`
 * would then try again for ever, while nothing else can run.
 */
export function createOutput(fd: number): Output {
  let waiting = '';
  let next: Uint8Array = nothing;
  let isWriting = false;
  let isDue = false;

  function writeOn(): void {
    isDue = false;
    if (next.length === 0) [next, waiting] = [Buffer.from(waiting), ''];
    isWriting = next.length > 0;
    if (isWriting) writeInBackground(fd, next, goOn);
  }

  function goOn(error: Error | null, written: number): void {
    isWriting = false;
    if (error) {
      isDue = true;
      setTimeout(writeOn, tryAgainAfter).unref();
    } else {
      next = next.subarray(written);
      writeOn();
    }
  }

  return {
    write(lines) {
      if (waiting.length < maxWaiting) waiting += lines;
      if (isWriting || isDue) return;
      isDue = true;
      // All that is logged until then is written together.
      setImmediate(writeOn);
    },
    flushSync() {
      // What is being written in the background is also written there while the process ends.
      const left = writeAll(fd, Buffer.concat([isWriting ? nothing : next, Buffer.from(waiting)]));
      waiting = '';
      if (!isWriting) next = left;
    },
  };
}

/** Returns what could not be written. */
function writeAll(fd: number, bytes: Uint8Array): Uint8Array {
  const until = performance.now() + flushWithin;
  let left = bytes;
  while (left.length > 0) {
    try {
      left = left.subarray(writeSync(fd, left));
    } catch (error) {
      // A pipe whose reader is behind.
      if (codeOf(error) !== 'EAGAIN' || performance.now() > until) return left;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
  return left;
}
