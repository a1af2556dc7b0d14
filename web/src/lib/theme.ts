import type { Theme } from '@koinonia/contracts/identity.ts';

const themeKey = 'theme';

/**
 * Shows the theme and keeps it for the next start, where public/before-paint.js sets it before the first paint.
 * 'auto' leaves it to the device, live: the colours are light-dark() pairs.
 */
export function applyTheme(theme: Theme) {
  if (theme === 'auto') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  try {
    localStorage.setItem(themeKey, theme);
  } catch {
    // Closed storage: the theme is applied once the server has told it.
  }
}
