import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectNode, root } from './paths.mjs';
import { PlainError, runMain } from './plain-words.mjs';
import { runProgram } from './run-program.mjs';
import { setUp } from './set-up.mjs';
import { testTools } from './test-tools.mjs';

/** Not among the dependencies: it weighs more than all of them, and only this command needs it. */
const lighthouse = 'lighthouse@13.5.0';
const least = 95;
const rounds = 3;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

/** Measures the login, and two pages of somebody who is signed in, as on a phone with a slow network. */
await runMain(async () => {
  await setUp();
  const { CHROMIUM: chromium } = await testTools();
  if (chromium === undefined) throw new PlainError('Lighthouse needs a Chromium on this machine, and there is none.');
  const folder = mkdtempSync(join(tmpdir(), 'koinonia-lighthouse-'));
  const product = await startProduct(folder);
  try {
    const results = [];
    for (const path of ['/', '/home', '/chat']) results.push(await measure(product.url, path, { chromium, folder }));
    if (results.some((scores) => scores.some((score) => score < least))) process.exitCode = 1;
  } finally {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

async function startProduct(folder) {
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
    // The channel ends the product when this process is killed.
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
    async stop() {
      product.kill();
      await once(product, 'exit');
    },
  };
}

/** A browser with a profile of its own, which Lighthouse can take over. */
async function openBrowser(chromium, profile) {
  const { chromium: playwright } = createRequire(join(root, 'tests', 'package.json'))('@playwright/test');
  const port = await freePort();
  const args = ['--no-sandbox', '--disable-quic', '--disable-background-networking', `--remote-debugging-port=${port}`];
  const browser = await playwright.launchPersistentContext(profile, { executablePath: chromium, args });
  return { browser, port };
}

/** Without opening a page of the product: what it is made of must not be there yet when it is measured. */
async function signIn(browser, url) {
  const page = await browser.newPage();
  await page.goto(`${url}/api/session/google?display=popup`);
  await page.getByRole('button', { name: 'Ruth' }).click();
  await page.waitForURL('**/signed-in.html*');
  await page.goto(`${url}/icon.svg`);
  await page.evaluate(async () => {
    const { token } = await (
      await fetch('/api/session/token', { method: 'POST', headers: { 'content-type': 'application/json' } })
    ).json();
    const me = await (await fetch('/api/me', { headers: { Authorization: `Bearer ${token}` } })).json();
    localStorage.setItem('user', JSON.stringify(me));
  });
  await page.goto('about:blank');
}

/** The medians of the categories, 0 to 100. */
async function measure(url, path, { chromium, folder }) {
  const reports = [];
  for (let round = 0; round < rounds; round += 1) {
    const profile = mkdtempSync(join(folder, 'profile-'));
    const { browser, port } = await openBrowser(chromium, profile);
    if (path !== '/') await signIn(browser, url);
    reports.push(await runLighthouse(url + path, port, join(profile, 'report.json')));
    await browser.close();
  }
  const scores = categories.map((name) => median(reports.map((report) => report.categories[name].score * 100)));
  const time = (audit) => Math.round(median(reports.map((report) => report.audits[audit].numericValue)));
  console.log(`\n${path}: ${categories.map((name, at) => `${name} ${Math.round(scores[at])}`).join(', ')}`);
  console.log(
    `  first paint ${time('first-contentful-paint')} ms, largest ${time('largest-contentful-paint')} ms, ` +
      `blocked ${time('total-blocking-time')} ms, shift ${reports.at(-1).audits['cumulative-layout-shift'].displayValue}`,
  );
  for (const { title } of faults(reports.at(-1))) console.log(`  not in order: ${title}`);
  return scores;
}

async function runLighthouse(url, port, report) {
  // Its own clearing would sign out whoever is signed in; each round has a browser that has seen nothing before.
  const how = ['--disable-storage-reset', '--quiet', '--output=json', `--output-path=${report}`, `--port=${port}`];
  const args = ['--yes', lighthouse, url, ...how, `--only-categories=${categories.join()}`];
  const { code } = await runProgram('npx', args, { cwd: tmpdir() });
  if (code !== 0) throw new PlainError('Lighthouse could not measure. The lines above say why.');
  return JSON.parse(readFileSync(report, 'utf8'));
}

function faults({ categories: all, audits }) {
  const weighed = categories.flatMap((name) => all[name].auditRefs).filter(({ weight }) => weight > 0);
  return weighed.map(({ id }) => audits[id]).filter(({ score }) => score !== null && score < 0.9);
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
