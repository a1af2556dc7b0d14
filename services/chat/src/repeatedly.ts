import { oneAtATime } from './one-at-a-time.ts';

/** Work that is done again and again. */
export interface Repeated {
  /** Does it now, or as soon as the current run has ended. */
  soon(): void;
  close(): void;
}

/**
 * Does the work every so many ms, never twice at the same time. A failure is told to `onFailure`, unless it was closed
 * meanwhile: then the stores that the work uses are being closed, too.
 */
export function repeatedly(ms: number, work: () => Promise<void>, onFailure: (error: unknown) => void): Repeated {
  let isClosed = false;
  const run = oneAtATime(async () => {
    await work().catch((error: unknown) => {
      if (!isClosed) onFailure(error);
    });
  });
  const timer = setInterval(() => void run(), ms);
  timer.unref();
  return {
    soon: () => void run(),
    close() {
      isClosed = true;
      clearInterval(timer);
    },
  };
}
