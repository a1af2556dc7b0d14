import { onNetwork } from './online.ts';

/** Waits before another try. Ends early when the network comes or goes, or when `signal` aborts. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = Number.isFinite(milliseconds) ? setTimeout(end, milliseconds) : undefined;
    function end() {
      clearTimeout(timer);
      stopListening();
      signal?.removeEventListener('abort', end);
      resolve();
    }
    const stopListening = onNetwork(end);
    signal?.addEventListener('abort', end);
    if (signal?.aborted === true) end();
  });
}
