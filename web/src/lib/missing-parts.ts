import { hasUnsaved } from './unsaved.ts';

const aMinute = 60_000;
const key = 'reloaded-at';
const notLoaded = new WeakSet<object>();

/** Remembers which errors are failures to load a part of the page. */
export function noticeMissingParts(): void {
  addEventListener('vite:preloadError', ({ payload }) => void notLoaded.add(payload));
}

/** Whether this is a failure to load a part of the page. */
export const isMissingPart = (failure: unknown): boolean =>
  typeof failure === 'object' && failure !== null && notLoaded.has(failure);

/**
 * A page that was open during an update asks for files that no longer exist. If such a file caused the error, the page
 * reloads, at most once a minute. Not for a file that was only preloaded, and not while the server is away: the files
 * may still exist, and the browser would show its own error page. If a reload would lose something, `onUnsaved` is
 * called instead.
 */
export async function startOverIfPartIsGone(failure: unknown, onUnsaved?: () => void): Promise<void> {
  if (!isMissingPart(failure)) return;
  if (Date.now() - Number(sessionStorage.getItem(key)) < aMinute || !(await serverAnswers())) return;
  if (hasUnsaved()) return onUnsaved?.();
  sessionStorage.setItem(key, String(Date.now()));
  location.reload();
}

const serverAnswers = () =>
  fetch('/api/config', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
