import type { FileHandle } from 'node:fs/promises';

/** Ordinary files need a few hundred; a made-up one could ask for millions. */
const mostSteps = 50_000;
const longestPiece = 64 * 1024;

/**
 * A stranger's file that is changed in place. It ends where the file ends: what is said to lie beyond is not there, and
 * is neither read nor written. Throws `RangeError` when the file asks for more work than any ordinary one.
 */
export interface OpenedFile {
  readonly size: number;
  /** Fewer bytes than asked for at the end of the file. */
  read(at: number, length: number): Promise<Buffer>;
  write(at: number, bytes: Buffer): Promise<void>;
  /** Overwrites a part with one character. */
  fill(at: number, length: number, character?: string): Promise<void>;
}

export async function openedFile(handle: FileHandle): Promise<OpenedFile> {
  const { size } = await handle.stat();
  let steps = 0;
  // Nothing needs to be overwritten twice, but a made-up list could name the whole file thousands of times.
  let left = size * 2;
  const within = (at: number, length: number) => {
    steps += 1;
    if (steps > mostSteps) throw new RangeError('the file asks for too much work');
    return Math.max(0, Math.min(length, size - at));
  };

  async function write(at: number, bytes: Buffer): Promise<void> {
    await handle.write(bytes, 0, within(at, bytes.length), at);
  }

  return {
    size,
    async read(at, length) {
      const wanted = within(at, length);
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(wanted), 0, wanted, at);
      return buffer.subarray(0, bytesRead);
    },
    write,
    async fill(at, length, character = '\0') {
      const whole = within(at, length);
      left -= whole;
      if (left < 0) throw new RangeError('the same bytes are named too often');
      const piece = Buffer.alloc(Math.min(whole, longestPiece), character);
      for (let done = 0; done < whole; done += piece.length) {
        await write(at + done, piece.subarray(0, Math.min(piece.length, whole - done)));
      }
    },
  };
}
