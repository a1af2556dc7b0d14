// Runs before everything else. In a file of its own, because the page allows no inline script, and in only one, because
// the page waits for it.

// Sets what the first paint depends on.
(function () {
  const page = document.documentElement.dataset;
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') {
      page.theme = theme;
      for (const bar of document.querySelectorAll('meta[data-bar]'))
        bar.media = bar.dataset.bar === theme ? 'all' : 'not all';
    }
    // After an earlier visit, the page and its lists are on the device and come first, without "Loading…".
    if (localStorage.getItem('user') !== null && navigator.serviceWorker?.controller) page.atHand = '';
  } catch {
    // Storage is closed: the device's own preference stays.
  }
})();

// Loads the page again when it could not load its own code or styles. The code itself cannot do that: it has not begun.
(function () {
  const needed = 'script[type="module"], link[rel="stylesheet"]';
  const longestPause = 30_000;
  /** If a page fails although its files can be fetched, the next one waits longer. */
  const inARow = 'loads-in-a-row';
  let isTrying = false;

  /**
   * Errors of elements do not bubble. Those of parts that are loaded later are handled where they are loaded. A failed
   * preload does not matter: Firefox also reports one when its module is already there; a missing module fails the script.
   */
  addEventListener('error', startAgain, true);
  addEventListener('load', () => {
    removeEventListener('error', startAgain, true);
    if (!isTrying) sessionStorage.removeItem(inARow);
  });

  async function startAgain({ target }) {
    if (isTrying || !(target instanceof Element && target.matches(needed))) return;
    isTrying = true;
    const files = [...document.querySelectorAll(`${needed}, link[rel="modulepreload"]`)].map(
      ({ src, href }) => src ?? href,
    );
    const before = Number(sessionStorage.getItem(inARow));
    for (let tries = before; ; tries += 1) {
      // A new version that is waiting to take over may have the files that this one has lost.
      navigator.serviceWorker?.getRegistration().then(takeOver, () => undefined);
      await new Promise((resolve) => setTimeout(resolve, Math.min(2_000 * 2 ** tries, longestPause)));
      if (!(await canBeHad(files))) continue;
      sessionStorage.setItem(inARow, before + 1);
      return location.reload();
    }
  }

  const takeOver = (registration) => registration?.waiting?.postMessage('take over');

  /** True once they are in the browser's cache, or gone because of an update: the reloaded page then names the new ones. */
  const canBeHad = (files) =>
    Promise.all(files.map((file) => fetch(file, { signal: AbortSignal.timeout(longestPause) }))).then(
      (answers) => answers.every(({ ok, status }) => ok || status === 404),
      () => false,
    );
})();

// In a browser that cannot run the code, "Loading…" would stay for ever.
(function () {
  const reason = whyNot();
  if (reason === undefined) return;
  addEventListener('DOMContentLoaded', () => {
    const word = document.querySelector('[data-first]');
    if (word) word.textContent = reason;
  });

  function whyNot() {
    // The oldest browsers that can (`oldest-browsers.ts`) are the first versions to have both.
    if (!('isWellFormed' in String.prototype && CSS.supports('selector(:has(a))')))
      return 'This browser is too old for Koinonia. Please update it, or use another one.';
    try {
      void (localStorage.length + sessionStorage.length);
    } catch {
      return 'Koinonia needs to store data in this browser. Please allow cookies and data for this site, and load the page again.';
    }
  }
})();
