import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const [log, shutdown] = ['log.ts', '../process/shutdown.ts'].map((name) =>
  JSON.stringify(new URL(name, import.meta.url).href),
);

/** A process that logs to this output. */
const start = (program: string, output: 'pipe' | number) =>
  spawn(
    process.execPath,
    ['--input-type=module', '--eval', `const log = (await import(${log})).createLog('info', 'tests');${program}`],
    { stdio: ['ignore', output, 'inherit', 'ipc'] },
  );

const worksOn = async (output: 'pipe' | number) => {
  const child = start(
    `const { closeGracefully } = await import(${shutdown});
     closeGracefully(log, async () => process.disconnect());
     process.on('message', () => {
       for (let count = 0; count < 10_000; count += 1) log.warn({ count }, 'written in the background');
       log.fatal('written at once');
       setTimeout(() => process.send('still here'), 300);
     });
     process.send('ready');`,
    output,
  );
  try {
    await once(child, 'message');
    for (let times = 0; times < 2; times += 1) {
      child.send('log');
      const answer: unknown[] = await once(child, 'message', { signal: AbortSignal.timeout(20_000) });
      expect(answer[0]).toBe('still here');
    }
    child.kill('SIGTERM');
    expect(await once(child, 'exit', { signal: AbortSignal.timeout(20_000) })).toEqual([0, null]);
  } finally {
    child.kill('SIGKILL');
  }
};

test.skipIf(!existsSync('/dev/full'))(
  'a process whose log is on a full disk works on, and ends when told to',
  async () => {
    const full = openSync('/dev/full', 'w');
    await worksOn(full).finally(() => closeSync(full));
  },
);

test('a process whose log nobody reads works on, and ends when told to', () => worksOn('pipe'));

test('all that was logged before the end is written, more than a pipe holds', async () => {
  const child = start(
    `for (let count = 0; count < 3000; count += 1) log.info({ count }, 'a line');
     log.fatal('the last one');
     process.exit(3);`,
    'pipe',
  );
  const said = child.stdout ? text(child.stdout) : '';
  expect(await once(child, 'exit')).toEqual([3, null]);
  const lines = (await said)
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { count?: number }).count);
  expect(lines.toSorted((a = 3000, b = 3000) => a - b)).toEqual([...Array(3000).keys(), undefined]);
});

test('whoever reads late gets everything, in order', async () => {
  const child = start(
    `for (let count = 0; count < 3000; count += 1) log.info({ count }, 'a line');
     process.on('message', () => process.disconnect());
     process.send('logged');`,
    'pipe',
  );
  await once(child, 'message');
  const said = child.stdout ? text(child.stdout) : '';
  child.send('end');
  const lines = (await said)
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { count: number }).count);
  expect(lines).toEqual([...Array(3000).keys()]);
});
