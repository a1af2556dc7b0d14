import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { installDependencies } from './install.mjs';
import { projectNode, root } from './paths.mjs';
import { PlainError, runMain } from './plain-words.mjs';
import { passSignalsOn } from './run-program.mjs';

const pages = Number(process.env.PAGES_PORT) || 5173;
const gateway = Number(process.env.PORT) || 8080;
const environment = { ...process.env, PORT: String(gateway), PUBLIC_URL: `http://localhost:${pages}` };

/**
 * The product, restarted when a source of the server side changes, behind Vite, which shows changed pages at once. An empty
 * product is filled with people and messages of the demo.
 */
await runMain(async () => {
  await installDependencies();
  await requireFreePort();
  const product = run(['--watch', '--watch-preserve-output', 'infra/solo/start.ts'], root, environment, ['ipc']);
  const vite = run(
    [join(root, 'web/node_modules/vite/bin/vite.js'), '--port', String(pages), '--strictPort'],
    join(root, 'web'),
    { ...process.env, GATEWAY: `http://localhost:${gateway}` },
  );
  const both = [product, vite];
  // With Google's sign-in, or a real database, no demo data is written.
  if (!process.env.GOOGLE_CLIENT_ID && !process.env.DATABASE_URL) peopleTheDemo(product);
  await Promise.race(both.map((child) => once(child, 'exit')));
  both.forEach((child) => child.kill());
  for (const child of both) if (!hasEnded(child)) await once(child, 'exit');
});

/** The product would wait for a change of its sources, and the pages would show what the other program has. */
async function requireFreePort() {
  const server = createServer();
  try {
    await once(server.listen(gateway, process.env.HOST || '127.0.0.1'), 'listening');
  } catch (error) {
    // What else is wrong with the place, the product says itself.
    if (error.code === 'EADDRINUSE')
      throw new PlainError(
        `Port ${gateway} is taken by another program. Stop that one, or take another: PORT=${gateway + 1} npm run dev`,
      );
  } finally {
    server.close();
  }
}

function run(args, cwd, env, channels = []) {
  const child = spawn(projectNode, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit', ...channels] });
  passSignalsOn(child);
  return child;
}

function hasEnded(child) {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Once the product itself says that it runs: whatever answers at its port may be another one, with other data. */
function peopleTheDemo(product) {
  product.on('message', function onMessage(message) {
    if (message !== 'running') return;
    product.off('message', onMessage);
    run(['infra/demo/seed/main.ts', '--people', '40', '--messages', '3000', '--if-empty'], root, environment);
  });
}
