import { kinds } from '../scaling/look.ts';
import { cpuOfSendAlone, type Grown } from './measure.ts';
import { type Bar, panel } from './panel.ts';

const [width, height] = [760, 380];
const margin = 20;

/** Two stacked bar charts side by side as an SVG that follows the reader's light or dark colours. */
export function drawGrowth(found: readonly Grown[]): string {
  const bars = (of: (grown: Grown) => Bar['parts']): Bar[] =>
    found.map((grown) => ({ name: `${grown.times}×`, parts: of(grown) }));
  const size = { width: (width - 3 * margin) / 2, height: height - 110 };
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title about">
<title id="title">What a send and a connection cost as everything grows</title>
<desc id="about">${aboutOf(found)}</desc>
${style}
<rect class="paper" width="${width}" height="${height}" rx="8"/>
<g transform="translate(${margin} 16)">
${panel('A send into a group of 10', 'µs of CPU, without what listening takes', bars(cpuOfSendAlone), size)}
</g>
<g transform="translate(${margin * 2 + size.width} 16)">
${panel(
  'A connection that only listens',
  'KiB of memory',
  bars((grown) => grown.memory),
  size,
)}
</g>
<text class="axis" x="${width / 2}" y="${height - 62}" text-anchor="middle">${axisOf(found)}</text>
<g transform="translate(${margin} ${height - 28})">
${legend()}
</g>
</svg>
`;
}

/** Colours that differ on white and on black, and for colour-blind people; in the order of kinds. */
const style = `<style>
  text { font: 12px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #1f2328 }
  .paper { fill: #ffffff }
  .title { font-weight: 600; font-size: 14px }
  .axis { fill: #59636e }
  .total { font-weight: 600; paint-order: stroke; stroke: #ffffff; stroke-width: 4px }
  .line { stroke: #d1d9e0 }
  .kind-0 { fill: #2f7fe0 } .kind-1 { fill: #e06c1f } .kind-2 { fill: #b04fd0 } .kind-3 { fill: #12978a } .kind-4 { fill: #7d8590 }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc }
    .paper { fill: #0d1117 }
    .total { stroke: #0d1117 }
    .axis { fill: #9198a1 }
    .line { stroke: #3d444d }
  }
</style>`;

function legend(): string {
  const each = (width - 2 * margin) / kinds.length;
  return kinds
    .map(
      (kind, index) =>
        `<rect class="kind-${index}" x="${index * each}" y="-10" width="12" height="12" rx="2"/>` +
        `<text x="${index * each + 18}" y="0">${kind === 'others' ? 'identity, groups, media' : kind}</text>`,
    )
    .join('\n');
}

const axisOf = ([first]: readonly Grown[]) =>
  first
    ? `times ${count(first.people)} people, ${count(first.chats)} groups and ${count(first.messages)} messages, in all`
    : '';

/** The same in words, for people who cannot see it. */
function aboutOf(found: readonly Grown[]): string {
  const sentences = found.map((grown) => {
    const parts = (each: Bar['parts']) => kinds.map((kind) => `${kind} ${each[kind].toFixed(0)}`).join(', ');
    return `With ${count(grown.people)} people a send takes ${parts(cpuOfSendAlone(grown))} µs, a connection ${parts(grown.memory)} KiB.`;
  });
  return sentences.join(' ');
}

const count = (number: number) => number.toLocaleString('en');
