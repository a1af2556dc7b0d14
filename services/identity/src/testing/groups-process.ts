import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort } from '@koinonia/kit/process/free-port.ts';
import { testSecret } from '@koinonia/kit/testing/callers.ts';
import { surroundings } from '@koinonia/kit/testing/surroundings.ts';

const server = fileURLToPath(new URL('../../../groups/src/server.ts', import.meta.url));

/** The real groups service, as a separate process: services never import one another, not even in tests. */
export async function startGroups(databaseUrl: string, identityUrl: string, port?: string) {
  const process_ = spawn(process.execPath, [server], {
    env: {
      ...surroundings(),
      // A port of its own: a test may stop it and start it again there.
      PORT: port ?? String(await freePort()),
      DATABASE_URL: databaseUrl,
      IDENTITY_URL: identityUrl,
      INTERNAL_SECRET: testSecret,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { url: await listeningAt(process_), stop: () => stop(process_) };
}

async function listeningAt(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the process has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    const { msg, url } = JSON.parse(line) as { msg?: string; url?: string };
    if (msg === 'listening' && url) {
      child.stdout.resume();
      return url;
    }
  }
  throw new Error('the groups service did not start');
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
