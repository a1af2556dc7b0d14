import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const parts = ['shutdown.ts', '../observing/log.ts', 'end-connections.ts'].map((name) =>
  JSON.stringify(new URL(name, import.meta.url).href),
);

/** The code or the signal that ends a process with this program, and what it says. */
async function outcomeOf(source: string, environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = text(child.stdout);
  return [...(await once(child, 'exit')), await said];
}

/** A process that closes gracefully, and sends itself the signal once more as soon as nobody listens to it. */
const program = `
  const [{ closeGracefully }, { createLog }] = [await import(${parts[0]}), await import(${parts[1]})];
  closeGracefully(createLog('silent', 'tests'), async () => console.log('closed'));
  process.on('removeListener', (event) => {
    if (event === process.env.SIGNAL && process.listenerCount(event) === 0) process.kill(process.pid, event);
  });
  setInterval(() => {}, 1000);
  process.kill(process.pid, process.env.SIGNAL);
`;

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('a second %s cuts the shutdown short at no moment', async (signal) => {
  expect(await outcomeOf(program, { SIGNAL: signal })).toEqual([0, null, 'closed\n']);
});

/** A command that does what it has begun, and then ends by itself. */
const command = `
  const { untilSignal } = await import(${parts[0]});
  await untilSignal(async (ending) => {
    process.kill(process.pid, 'SIGINT');
    while (!ending.aborted) await new Promise(setImmediate);
    console.log('done');
  });
`;

test('a command that has done all of it when a signal comes ends well', async () => {
  expect(await outcomeOf(command)).toEqual([0, null, 'done\n']);
});

/** Two parts, of which each still has a request that does not end. */
const parted = `
  const [{ closeGracefully }, { createLog }, { endConnectionsWhileClosing }] =
    [await import(${parts[0]}), await import(${parts[1]}), await import(${parts[2]})];
  const { createServer } = await import('node:http');
  const servers = [createServer(), createServer()];
  await Promise.all(servers.map(async (server) => {
    endConnectionsWhileClosing(server);
    await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
    const asked = new Promise((come) => server.once('request', come));
    fetch('http://127.0.0.1:' + server.address().port).catch(() => {});
    await asked;
  }));
  closeGracefully(createLog('silent', 'tests'), async () => {
    for (const server of servers) await new Promise((closed) => server.close(closed));
    console.log('closed');
  });
  process.kill(process.pid, 'SIGTERM');
`;

test('parts that close in turn share the time that there is, however long each would wait', async () => {
  expect(await outcomeOf(parted)).toEqual([0, null, 'closed\n']);
});
