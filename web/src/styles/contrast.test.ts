import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

type Theme = 'light' | 'dark';
type Linear = readonly [red: number, green: number, blue: number];

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
const token = /--([\w-]+): light-dark\(oklch\(([\d. ]+)\), oklch\(([\d. ]+)\)\);/g;

function linear(source: string): Linear {
  const [lightness = 0, chroma = 0, hue = 0] = source.split(' ').map(Number);
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  // Oklab to linear sRGB: https://bottosson.github.io/posts/oklab/
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => Math.min(1, Math.max(0, channel)));
  return [red, green, blue];
}

const colours: Record<Theme, Map<string, Linear>> = { light: new Map(), dark: new Map() };
for (const [, name = '', light = '', dark = ''] of css.matchAll(token)) {
  colours.light.set(name, linear(light));
  colours.dark.set(name, linear(dark));
}

function luminance(theme: Theme, name: string) {
  const colour = colours[theme].get(name);
  if (colour === undefined) throw new Error(`tokens.css has no colour --${name}`);
  return 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2];
}

/** The contrast of WCAG 2: from 1 to 21. */
function contrast(theme: Theme, one: string, other: string) {
  const [darker = 0, lighter = 0] = [luminance(theme, one), luminance(theme, other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const pageText = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** '#f8f3ee', the form that the browser's own parts need. */
const hex = (theme: Theme, name: string) =>
  `#${(colours[theme].get(name) ?? [])
    .map((channel) => (channel <= 0.0031308 ? 12.92 * channel : 1.055 * channel ** (1 / 2.4) - 0.055))
    .map((channel) =>
      Math.round(255 * channel)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

test('the bars of the browser and of the installed app have the colour of the paper', () => {
  const bars = [...pageText('index.html').matchAll(/data-bar="(\w+)" content="(#\w+)"/g)].map(([, ...bar]) => bar);
  expect(bars).toEqual([
    ['light', hex('light', 'paper')],
    ['dark', hex('dark', 'paper')],
  ]);
  const { background_color: background, theme_color: bar } = JSON.parse(
    pageText('public/manifest.webmanifest'),
  ) as Record<string, string>;
  expect([background, bar]).toEqual([hex('light', 'paper'), hex('light', 'paper')]);
});

test('the window in which somebody has signed in has our colours', () => {
  const own = [...pageText('public/signed-in.css').matchAll(token)];
  expect(own.map(([, name]) => name)).toEqual(['paper', 'ink', 'accent']);
  for (const [declared] of own) expect(css).toContain(declared);
});

const surfaces = ['paper', 'card', 'sunken', 'accent-soft'];
const onSurfaces = (name: string, on = surfaces) => on.map((surface) => [name, surface] as const);

const texts = [
  ...onSurfaces('ink'),
  ...onSurfaces('ink-soft'),
  // The shade at the edge of a menu that can be scrolled further.
  ['ink-soft', 'line'],
  ...onSurfaces('accent'),
  ...onSurfaces('danger'),
  ...onSurfaces('good', ['card']),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['on-danger', 'danger'],
  ['accent-strong', 'accent-soft'],
  ['warn', 'warn-soft'],
  ...Array.from({ length: 8 }, (_, tint) => ['on-tint', `tint-${tint}`] as const),
] as const;

const shapes = [...onSurfaces('accent'), ...onSurfaces('edge', ['paper', 'card'])];

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  test.each(texts)('text in %s on %s can be read', (text, surface) => {
    expect(contrast(theme, text, surface)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(shapes)('controls and focus rings in %s on %s can be seen', (shape, surface) => {
    expect(contrast(theme, shape, surface)).toBeGreaterThanOrEqual(3);
  });
});

test('contrast is measured as WCAG measures it: black on white is 21', () => {
  colours.light.set('white', linear('1 0 0')).set('black', linear('0 0 0'));
  expect(contrast('light', 'white', 'black')).toBeCloseTo(21, 1);
});

test('pictures in full stand before the colours of the dark theme', () => {
  const room = /\[data-dark-room\] \{([^}]*)\}/.exec(css)?.[1] ?? '';
  const named = [...room.matchAll(/--([\w-]+): oklch\(([\d. ]+)\);/g)];
  expect(named.length).toBeGreaterThan(3);
  for (const [, name = '', colour = ''] of named)
    expect([name, linear(colour)]).toEqual([name, colours.dark.get(name)]);
});
