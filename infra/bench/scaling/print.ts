import type { Sizes } from './disk.ts';
import { kinds } from './look.ts';
import type { Run } from './run.ts';

/** A table as in infra/README.md, then a JSON line per run. */
export function printRuns(runs: readonly Run[]): void {
  const row = (what: string, of: (run: Run) => string) => console.log(`| ${[what, ...runs.map(of)].join(' | ')} |`);
  row('', ({ chatNodes }) => `${chatNodes} ${chatNodes === 1 ? 'node' : 'nodes'}`);
  row('---', () => '---');
  row('connections by gateway', ({ socketsByGateway }) => socketsByGateway.join(', '));
  row('connections by node', ({ socketsByNode }) => socketsByNode.join(', '));
  row('the same after all were cut off', ({ socketsByNodeAgain }) => socketsByNodeAgain.join(', '));
  row(`CPU by node at ${runs[0]?.rate} sends a second, % of a core`, ({ cpuByNode }) =>
    cpuByNode.map(percent).join(', '),
  );
  row('CPU of all servers, % of a core', ({ busy }) => percent(busy));
  row('delivery, p50 / p99, ms', ({ steady }) => `${steady.p50.toFixed(1)} / ${steady.p99.toFixed(0)}`);
  row('deliveries a second, saturated', ({ saturated }) => saturated.deliveries.toFixed(0));
  for (const kind of kinds) {
    row(`CPU of ${kind} for 1,000 deliveries, ms`, ({ cpuOfDeliveries }) => cpuOfDeliveries[kind].toFixed(1));
  }
  for (const kind of kinds) {
    row(`memory of ${kind} a connection, KiB`, ({ memoryEach }) => memoryEach[kind].toFixed(1));
  }
  for (const kind of kinds) {
    row(`memory of a process with nobody there, ${kind}, MiB`, ({ memoryEmpty }) =>
      (memoryEmpty[kind] / 1024).toFixed(0),
    );
  }
  row('connections to PostgreSQL', ({ databaseConnections }) => String(databaseConnections));
  for (const run of runs) {
    if (run.generatorBusy > 0.9) console.log(`With ${run.chatNodes} nodes the generator was the limit.`);
    const missing = run.steady.expected - run.steady.arrived;
    if (missing > 0) console.log(`With ${run.chatNodes} nodes ${missing} messages did not arrive in time.`);
  }
  for (const run of runs) console.log(JSON.stringify(run));
}

export function printDisk(sizes: Sizes, messages: number): void {
  console.log(`\n${messages} messages of ${sizes.letters.toFixed(0)} letters on average, bytes of the disk for each:`);
  for (const [table, bytes] of sizes.byTable) {
    if (bytes >= messages / 100) console.log(`  ${table.padEnd(30)} ${(bytes / messages).toFixed(0)}`);
  }
  console.log(`  ${'in all'.padEnd(30)} ${(sizes.all / messages).toFixed(0)}`);
  console.log(JSON.stringify({ messages, letters: sizes.letters, bytes: sizes.all / messages }));
}

const percent = (part: number) => (part * 100).toFixed(1);
