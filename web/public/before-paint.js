// Runs before the first paint, from a file of its own because the page allows no inline script.
(function () {
  const page = document.documentElement.dataset;
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') {
      page.theme = theme;
      for (const bar of document.querySelectorAll('meta[data-bar]'))
        bar.media = bar.dataset.bar === theme ? 'all' : 'not all';
    }
    // Whoever has been here before has the page and its lists on the device: they are to be the first that shows.
    if (localStorage.getItem('user') !== null && navigator.serviceWorker?.controller) page.atHand = '';
  } catch {
    // Storage is closed to us: the device's own preference stays.
  }
})();
