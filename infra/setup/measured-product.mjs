import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectNode, root } from './paths.mjs';
import { PlainError } from './plain-words.mjs';
import { runProgram } from './run-program.mjs';

/** Starts the product for a measurement, with its data in this folder. */
export async function startProduct(folder) {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = {
    ...process.env,
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'error',
  };
  const product = spawn(projectNode, ['infra/solo/start.ts'], {
    cwd: root,
    env,
    // The product ends with this channel, even if this process is killed.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  while (
    !(await fetch(`${url}/api/config`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (product.exitCode !== null) throw new PlainError('The product did not start.');
    await sleep(200);
  }
  return {
    url,
    /** So many demo people with so many messages. */
    async people(people, messages) {
      const seed = ['infra/demo/seed/main.ts', '--people', String(people), '--messages', String(messages)];
      const { code } = await runProgram(projectNode, seed, { cwd: root, env });
      if (code !== 0) throw new PlainError('The demo could not be filled. The lines above say why.');
    },
    async stop() {
      product.kill();
      await once(product, 'exit');
    },
  };
}

/** A browser with its own profile, which other programs can control at `port`. */
export async function openBrowser(chromium, profile, options = {}) {
  const { chromium: playwright } = createRequire(join(root, 'tests', 'package.json'))('@playwright/test');
  const port = await freePort();
  const args = ['--no-sandbox', '--disable-quic', '--disable-background-networking', `--remote-debugging-port=${port}`];
  const browser = await playwright.launchPersistentContext(profile, { executablePath: chromium, args, ...options });
  return { browser, port };
}

/** Without opening a page of the product: its files must not be in the cache before the measurement. */
export async function signIn(browser, url) {
  const page = await browser.newPage();
  await page.goto(`${url}/api/session/google?display=popup`);
  await page.getByRole('button', { name: 'Ruth' }).click();
  await page.waitForURL('**/signed-in.html*');
  await page.goto(`${url}/icon.svg`);
  const token = await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json' };
    const answer = await (await fetch('/api/session/token', { method: 'POST', headers })).json();
    const me = await (await fetch('/api/me', { headers: { Authorization: `Bearer ${answer.token}` } })).json();
    localStorage.setItem('user', JSON.stringify(me));
    return answer.token;
  });
  await page.goto('about:blank');
  return token;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
