import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import type { Result } from './rounds.ts';

/** Prints the results of the long form as a table: `node report.ts <results.jsonl>`. */
const [file = ''] = process.argv.slice(2);
const results = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Result);

const git = (...args: string[]) => {
  try {
    return execFileSync('git', args, { encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
};
const seconds = (ms: number | null) => (ms === null ? '' : `${(ms / 1000).toFixed(1)} s`);
const { FAULT_ROUNDS, FAULT_SEED, FAULT_MINUTES } = process.env;
const soak = FAULT_MINUTES ? ` FAULT_MINUTES=${FAULT_MINUTES}` : '';
const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, ${Math.round(totalmem() / 2 ** 30)} GB`;

const lines = [
  `\`FAULT_ROUNDS=${FAULT_ROUNDS} FAULT_SEED=${FAULT_SEED}${soak} npm run faults\`, ` +
    `${new Date().toISOString().slice(0, 10)}, commit ${git('rev-parse', '--short', 'HEAD')}, ${machine}`,
  '',
  '| | fault | besides, it passes if | passed | worst recovery |',
  '|---|---|---|---|---|',
  ...results.map(
    ({ id, title, passes, passed, rounds, worst }) =>
      `| ${id} | ${title} | ${passes} | ${passed} of ${rounds} | ${seconds(worst)} |`,
  ),
];
console.log(`\n${lines.join('\n')}\n`);
