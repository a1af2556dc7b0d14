import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const from = (name: string) => JSON.stringify(new URL(name, import.meta.url));

test('a signal ends the program first, and then whoever waits for it takes away what is left', async () => {
  const waits = `process.on('SIGTERM', () => { console.log('ended'); process.exit(); }); console.log('runs'); setInterval(() => {}, 1000)`;
  const main = `
    import { runMain } from ${from('plain-words.mjs')};
    import { runProgram } from ${from('run-program.mjs')};
    await runMain(async () => {
      try {
        await runProgram(process.execPath, ['-e', ${JSON.stringify(waits)}]);
        console.log('went on');
      } finally {
        console.log('took away');
      }
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', main], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    if (said === 'runs\n') child.kill('SIGTERM');
  });
  expect(await once(child, 'close')).toEqual([130, null]);
  expect(said).toBe('runs\nended\ntook away\n');
});
