const aMinute = 60_000;
const key = 'reloaded-at';
const notLoaded = new WeakSet<object>();
const failedStyles = new Set<HTMLLinkElement>();

/** Remembers which errors are failures to load a part of the page, and which stylesheets are missing. */
export function noticeMissingParts(): void {
  addEventListener('vite:preloadError', ({ payload }) => void notLoaded.add(payload));
  const noticeStyles = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target);
  };
  // Errors of elements do not bubble.
  addEventListener('error', noticeStyles, true);
}

/** Loads a part of the page, also after a failure: by itself, the bundler asks for each stylesheet only once. */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  await Promise.all([...failedStyles].map(loadStyles));
  return load();
}

function loadStyles(failed: HTMLLinkElement): Promise<void> {
  failedStyles.delete(failed);
  return new Promise((resolve, reject) => {
    const link = failed.cloneNode() as HTMLLinkElement;
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      const failure = new Error(`${link.href} could not be loaded`);
      notLoaded.add(failure);
      reject(failure);
    });
    failed.replaceWith(link);
  });
}

/**
 * A page that was open during an update asks for files that no longer exist. If such a file caused the error, the page
 * reloads, at most once a minute. Not for a file that was only preloaded, and not while the server is away: the files
 * may still exist, and the browser would show its own error page.
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
