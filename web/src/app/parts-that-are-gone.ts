const aMinute = 60_000;
const key = 'reloaded-at';
const notLoaded = new WeakSet<object>();

/** Remembers which failures are of a part of the page that could not be loaded. */
export function noticePartsThatAreGone(): void {
  addEventListener('vite:preloadError', ({ payload }) => void notLoaded.add(payload));
}

/**
 * A page that was open while a new version came asks for parts that are gone: when one of them is what broke it, it starts
 * over, but not for ever. Not for a part that was only fetched ahead, and not while the server does not answer: then parts
 * are only away, and the browser would show an error in the page's place.
 */
export async function startOverIfPartIsGone(failure: unknown): Promise<void> {
  if (typeof failure !== 'object' || failure === null || !notLoaded.has(failure)) return;
  if (Date.now() - Number(sessionStorage.getItem(key)) < aMinute || !(await serverAnswers())) return;
  sessionStorage.setItem(key, String(Date.now()));
  location.reload();
}

const serverAnswers = () =>
  fetch('/api/config', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
