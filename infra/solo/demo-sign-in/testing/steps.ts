import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { locationOf, type TestBrowser } from '@koinonia/kit/testing/browser.ts';
import { afterAll } from 'vitest';
import { freePort } from '@koinonia/kit/process/free-port.ts';
import { startDemoSignIn } from '../demo-sign-in.ts';

export const log = createLog('silent', 'demo');
export const productUrl = 'http://localhost:8080';

const dirs: string[] = [];

afterAll(async () => {
  for (const dir of dirs) await rm(dir, { recursive: true });
});

/** An empty data folder, deleted after the test file. */
export async function freshDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'koinonia-demo-'));
  dirs.push(dir);
  return dir;
}

/** A demo sign-in on its own port, so that tests do not meet on the standard one. */
export async function startDemo(options: { publicUrl?: string; dataDir?: string; port?: number } = {}) {
  const { publicUrl = productUrl, dataDir = await freshDir() } = options;
  return startDemoSignIn({ publicUrl, dataDir, port: options.port ?? (await freePort()), log });
}

/** From the issuer's address to its page with the list of people. */
export async function openChoice(browser: TestBrowser, authorize: string): Promise<string> {
  return locationOf(await browser.ask(authorize), authorize);
}

/** Presses the button of one person, and follows redirects to the address of the return. */
export async function choose(browser: TestBrowser, choicePage: string, person: string): Promise<string> {
  const pressed = await browser.ask(choicePage, { method: 'POST', body: new URLSearchParams({ person }) });
  return locationOf(await browser.ask(locationOf(pressed, choicePage)), choicePage);
}
