import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { installDependencies } from './install.mjs';
import { projectNode, root } from './paths.mjs';
import { PlainError, runMain } from './plain-words.mjs';
import { firstSignal, passSignalsOn } from './run-program.mjs';
import { watchFolders } from './watched-folders.mjs';

/** Of the server side. */
const sources = ['gateway', 'services', 'infra/solo'].map((folder) => join(root, folder));
/** For a program that does not watch its parent: ends it when the parent was killed and could not pass on a signal. */
const endsWithParent = ['--import', "data:text/javascript,process.once('disconnect',()=>process.exit())"];

/**
 * The product, restarted when a source of the server side changes, behind Vite, which shows changed pages at once. An empty
 * product is filled with people and messages of the demo.
 */
await runMain(async () => {
  const gateway = portOf('PORT', 8080);
  const pages = portOf('PAGES_PORT', 5173);
  await installDependencies();
  await requireFreePorts(gateway, pages);
  const environment = { ...process.env, PORT: String(gateway), PUBLIC_URL: `http://localhost:${pages}` };
  const product = runAfresh(() => run(['infra/solo/start.ts'], root, environment));
  const vite = run(
    [...endsWithParent, join(root, 'web/node_modules/vite/bin/vite.js'), '--port', String(pages), '--strictPort'],
    join(root, 'web'),
    { ...process.env, GATEWAY: `http://localhost:${gateway}` },
  );
  // With Google's sign-in, or a real database, no demo data is written.
  if (!process.env.GOOGLE_CLIENT_ID && !process.env.DATABASE_URL)
    product.onceRunning(() =>
      run(['infra/demo/seed/main.ts', '--people', '40', '--messages', '3000', '--if-empty'], root, environment),
    );
  await Promise.race([once(vite, 'exit'), firstSignal()]);
  await Promise.all([product.end(), ended(vite)]);
});

function portOf(name, standard) {
  const port = Number(process.env[name]?.trim() || standard);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new PlainError(`The configuration is wrong:\n  ${name}: must be a port number`);
}

/** Otherwise the product would end and wait for a change of its sources, and the pages would show the other program's data. */
async function requireFreePorts(gateway, pages) {
  await requireFree(gateway, process.env.HOST || '127.0.0.1');
  await requireFree(pages, 'localhost');

  async function requireFree(port, host) {
    const server = createServer();
    try {
      await once(server.listen(port, host), 'listening');
    } catch (error) {
      // The product itself reports any other problem with the address.
      if (error.code === 'EADDRINUSE')
        throw new PlainError(
          `Port ${port} is taken by another program. Stop that one, or start beside it: ` +
            `PORT=${gateway + 1} PAGES_PORT=${pages + 1} DATA_DIR=.data-${gateway + 1} npm run dev`,
        );
    } finally {
      server.close();
    }
  }
}

/** The channel tells a program that this process was killed. */
function run(args, cwd, env) {
  const child = spawn(projectNode, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const passing = passSignalsOn(child);
  child.once('exit', passing.stop);
  return child;
}

async function ended(child) {
  child.kill();
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** Runs the product, and restarts it at each change of its sources, even when it has ended by itself. */
function runAfresh(start) {
  let isEnding = false;
  let isRestarting = false;
  let onRunning = () => {};
  let child = started();

  function started() {
    const product = start();
    // The product itself says that it is running: what answers at its port may be another one, with other data.
    product.on('message', (message) => message === 'running' && onRunning());
    product.once('exit', () => {
      if (!isEnding && !isRestarting) console.log('\nThe product has ended. A change of its sources starts it again.');
    });
    return product;
  }

  watchFolders(sources, async () => {
    if (isEnding || isRestarting) return;
    isRestarting = true;
    await ended(child);
    isRestarting = false;
    if (!isEnding) child = started();
  });

  return {
    onceRunning(act) {
      onRunning = () => {
        onRunning = () => {};
        act();
      };
    },
    end() {
      isEnding = true;
      return ended(child);
    },
  };
}
