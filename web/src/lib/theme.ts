import type { Theme } from '@koinonia/contracts/identity.ts';

const themeKey = 'theme';

/** The bars that phones draw around the page take the colour of the first of these tags that matches. */
function colourBars(theme: Theme) {
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[data-bar]')) {
    const { bar: own } = bar.dataset;
    bar.media = theme === 'auto' ? `(prefers-color-scheme: ${own})` : own === theme ? 'all' : 'not all';
  }
}

/**
 * Applies the theme and stores it for the next start, where public/before-paint.js sets it before the first paint.
 * 'auto' follows the device, live: the colours are light-dark() pairs.
 */
export function applyTheme(theme: Theme) {
  if (theme === 'auto') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  colourBars(theme);
  try {
    localStorage.setItem(themeKey, theme);
  } catch {
    // Storage is closed: at the next start, the theme is applied when the server has answered.
  }
}
