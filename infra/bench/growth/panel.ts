import { type ByKind, kinds } from '../scaling/look.ts';

/** The bar of one size, stacked from the values of each kind of process. */
export interface Bar {
  readonly name: string;
  readonly parts: ByKind;
}

const [left, top, bottom] = [52, 52, 22];
const lines = 4;

/** One chart: its title, its unit, and the bars with their sums on top. */
export function panel(title: string, unit: string, bars: readonly Bar[], size: { width: number; height: number }) {
  const highest = roundUp(Math.max(...bars.map(({ parts }) => heightOf(parts))));
  const plot = size.height - top - bottom;
  const yOf = (value: number) => top + plot - (value / highest) * plot;
  const each = (size.width - left) / bars.length;
  return [
    `<text class="title" x="0" y="12">${title}</text>`,
    `<text class="axis" x="0" y="32">${unit}</text>`,
    ...Array.from({ length: lines + 1 }, (_, index) => gridLine((highest / lines) * index)),
    ...bars.map((bar, index) => stack(bar, left + each * index + each * 0.22, each * 0.56)),
  ].join('\n');

  function gridLine(value: number): string {
    const y = yOf(value).toFixed(1);
    return (
      `<line class="line" x1="${left}" x2="${size.width}" y1="${y}" y2="${y}"/>` +
      `<text class="axis" x="${left - 8}" y="${y}" dy="4" text-anchor="end">${value.toLocaleString('en')}</text>`
    );
  }

  function stack({ name, parts }: Bar, x: number, width: number): string {
    let base = 0;
    const middle = (x + width / 2).toFixed(1);
    const rects = kinds.map((kind, index) => {
      const value = Math.max(0, parts[kind]);
      base += value;
      // A thin gap separates neighbours where colours are not enough.
      const height = Math.max(0, (value / highest) * plot - 1);
      return `<rect class="kind-${index}" x="${x.toFixed(1)}" y="${yOf(base).toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}"/>`;
    });
    const label = base.toLocaleString('en', { maximumFractionDigits: base < 100 ? 1 : 0 });
    return [
      ...rects,
      `<text class="total" x="${middle}" y="${(yOf(base) - 6).toFixed(1)}" text-anchor="middle">${label}</text>`,
      `<text x="${middle}" y="${size.height - 4}" text-anchor="middle">${name}</text>`,
    ].join('\n');
  }
}

/** Negative values, such as freed memory, are not drawn. */
const heightOf = (parts: ByKind) => kinds.reduce((sum, kind) => sum + Math.max(0, parts[kind]), 0);

/** The next higher number that divides well by four lines, with room for the sums. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1.2, 1.6, 2, 4, 6, 8, 12].map((step) => step * power).find((step) => step >= value * 1.05) ?? 20 * power;
}
