// Runs before the first paint, from a file of its own because the page allows no inline script.
(function () {
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is closed to us: the device's own preference stays.
  }
})();
