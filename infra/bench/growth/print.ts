import { type ByKind, kinds } from '../scaling/look.ts';
import { cpuOfSendAlone, type Grown, sumOf } from './measure.ts';

/** A table as in infra/bench/README.md, with the largest size compared to the smallest. */
export function printGrowth(found: readonly Grown[]): void {
  const [first, last] = [found[0], found.at(-1)];
  if (!first || !last) return;
  const line = (...cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`);
  const row = (what: string, of: (grown: Grown) => number, digits = 0) =>
    line(what, ...found.map((grown) => of(grown).toFixed(digits)), `×${(of(last) / of(first)).toFixed(2)}`);
  const rows = (what: string, of: (grown: Grown) => ByKind, digits = 0) => {
    row(`**${what}**`, (grown) => sumOf(of(grown)), digits);
    for (const kind of kinds) row(kind, (grown) => of(grown)[kind], digits);
  };

  line('', ...found.map(({ times }) => `${times}×`), `${last.times}× to ${first.times}×`);
  line('---', ...found.map(() => '---'), '---');
  row('people, all connected', ({ people }) => people);
  row('groups of 10', ({ chats }) => chats);
  row('messages', ({ messages }) => messages);
  rows('CPU of a send, µs', cpuOfSendAlone);
  row('the same and listening meanwhile', ({ cpuOfSend }) => sumOf(cpuOfSend));
  row('sends a second, 20 in flight', ({ sendsASecond }) => sendsASecond);
  row('delivery, p99, ms', ({ p99 }) => p99);
  rows('memory of a connection, KiB', ({ memory }) => memory, 1);
  rows('CPU of connecting, µs', ({ cpuOfConnecting }) => cpuOfConnecting);
  rows('CPU of a connection that listens, µs a second', ({ cpuOfListening }) => cpuOfListening, 1);
  row('database, MiB', ({ tables }) => tables.reduce((sum, { bytes }) => sum + bytes, 0) / 2 ** 20);

  console.log(`\nFor each more, from ${first.times}× to ${last.times}×:`);
  slope('KiB of memory a connection', first, last, ({ memory, people }) => sumOf(memory) * people);
  slope('µs of CPU a second a connection', first, last, ({ cpuOfListening, people }) => sumOf(cpuOfListening) * people);
  console.log('\nRows of the database read each second, idle and under load:');
  for (const { times, readIdle, readBusy } of found) {
    console.log(`  ${times}×: ${rates(readIdle)}\n    under load: ${rates(readBusy)}`);
  }
  for (const { times, generatorBusy, cpuOfSendInRuns } of found) {
    console.log(`  ${times}×: a send took ${cpuOfSendInRuns.map((cpu) => cpu.toFixed(0)).join(', ')} µs in the runs`);
    if (generatorBusy > 0.9) console.log(`  ${times}×: the generator was the limit.`);
  }
}

/** The growth of a total for each additional connection. */
function slope(what: string, first: Grown, last: Grown, of: (grown: Grown) => number): void {
  const more = (of(last) - of(first)) / (last.people - first.people);
  if (last !== first) console.log(`  ${what}: ${more.toFixed(1)}`);
}

const rates = (read: Grown['readIdle']) => read.map(([table, rate]) => `${table} ${rate.toFixed(0)}`).join(', ');
