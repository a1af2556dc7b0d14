import type { Theme } from '@koinonia/contracts/identity.ts';

const themeKey = 'theme';

/** What phones draw around the page takes the colour of the first of these that holds. */
function colourBars(theme: Theme) {
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[data-bar]')) {
    const { bar: own } = bar.dataset;
    bar.media = theme === 'auto' ? `(prefers-color-scheme: ${own})` : own === theme ? 'all' : 'not all';
  }
}

/**
 * Shows the theme and keeps it for the next start, where public/before-paint.js sets it before the first paint.
 * 'auto' leaves it to the device, live: the colours are light-dark() pairs.
 */
export function applyTheme(theme: Theme) {
  if (theme === 'auto') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  colourBars(theme);
  try {
    localStorage.setItem(themeKey, theme);
  } catch {
    // Closed storage: the theme is applied once the server has told it.
  }
}
