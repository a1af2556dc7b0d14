import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '@koinonia/kit/process/free-port.ts';
import { type BrowserContext, chromium as playwright } from '@playwright/test';
import { projectNode, root } from '@koinonia/infra/setup/paths.mjs';
import { PlainError, Signalled } from '@koinonia/infra/setup/plain-words.mjs';
import { firstSignal, runProgram } from '@koinonia/infra/setup/run-program.mjs';
import { testTools } from '@koinonia/infra/setup/test-tools.mjs';

export type MeasuredProduct = Awaited<ReturnType<typeof startProduct>>;

/** The program that the measurement named here controls. Throws `PlainError` when it is not on this machine. */
export async function chromiumHere(measurement: string): Promise<string> {
  const { CHROMIUM: chromium } = await testTools();
  if (chromium !== undefined) return chromium;
  throw new PlainError(`${measurement} needs a Chromium on this machine, and there is none.`);
}

/** Measures a product of its own, with a folder for its data and more; both are gone afterwards, also after a signal. */
export async function measureProduct(
  measure: (product: MeasuredProduct, folder: string) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'koinonia-measured-'));
  try {
    const product = await startProduct(folder);
    try {
      await Promise.race([product.answering().then(() => measure(product, folder)), endedBySignal()]);
    } finally {
      await product.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

async function endedBySignal(): Promise<never> {
  await firstSignal();
  throw new Signalled();
}

/** With its data in this folder. */
async function startProduct(folder: string) {
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
  return {
    url,
    async answering() {
      while (
        !(await fetch(`${url}/api/config`).then(
          ({ ok }) => ok,
          () => false,
        ))
      ) {
        if (product.exitCode !== null) throw new PlainError('The product did not start.');
        await wait(200);
      }
    },
    /** Fills the demo up to so many people and messages. */
    async people(people: number, messages: number) {
      const seed = ['infra/demo/seed/main.ts', '--people', String(people), '--messages', String(messages)];
      const { code } = await runProgram(projectNode, seed, { cwd: root, env });
      if (code !== 0) throw new PlainError('The demo could not be filled. The lines above say why.');
    },
    async stop() {
      product.kill();
      if (product.exitCode === null && product.signalCode === null) await once(product, 'exit');
    },
  };
}

/** A browser with its own profile, which other programs can control at `port`. */
export async function openBrowser(chromium: string, profile: string, options: object = {}) {
  const port = await freePort();
  const args = ['--no-sandbox', '--disable-quic', '--disable-background-networking', `--remote-debugging-port=${port}`];
  // A signal is for the measurement, which ends the browser with this process.
  const own = { executablePath: chromium, args, handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  const browser = await playwright.launchPersistentContext(profile, { ...own, ...options });
  return { browser, port };
}

/** Without opening a page of the product: its files must not be in the cache before the measurement. */
export async function signIn(browser: BrowserContext, url: string): Promise<string> {
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
