// Runs before the first paint. In a file of its own, because the page allows no inline script.
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
