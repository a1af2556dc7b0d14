import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWeb } from '@koinonia/infra/setup/build-web.mjs';
import { PlainError, runMain } from '@koinonia/infra/setup/plain-words.mjs';
import { runProgram } from '@koinonia/infra/setup/run-program.mjs';
import { chromiumHere, measureProduct, openBrowser, signIn } from './measured-product.ts';

/** Not a dependency: it is larger than all of them together, and only this command needs it. */
const lighthouse = 'lighthouse@13.5.0';
const least = 95;
const rounds = 3;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** The part of Lighthouse's report that is read here. */
interface Report {
  readonly categories: Readonly<Record<(typeof categories)[number], Category>>;
  readonly audits: { readonly [name: string]: Audit };
}
interface Category {
  readonly score: number;
  readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
}
interface Audit {
  readonly title: string;
  readonly score: number | null;
  readonly numericValue: number;
  readonly displayValue: string;
}

/** Measures the login page, and two pages of a signed-in person, as on a phone with a slow network. */
await runMain(async () => {
  await buildWeb();
  const chromium = await chromiumHere('Lighthouse');
  await measureProduct(async ({ url }, folder) => {
    const results: number[][] = [];
    for (const path of ['/', '/home', '/chat']) results.push(await measure(url, path, { chromium, folder }));
    if (results.some((scores) => scores.some((score) => score < least))) process.exitCode = 1;
  });
});

/** The medians of the categories, 0 to 100. */
async function measure(url: string, path: string, { chromium, folder }: { chromium: string; folder: string }) {
  const reports: Report[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const profile = mkdtempSync(join(folder, 'profile-'));
    const { browser, port } = await openBrowser(chromium, profile);
    if (path !== '/') await signIn(browser, url);
    reports.push(await runLighthouse(url + path, port, join(profile, 'report.json')));
    await browser.close();
  }
  const scores = categories.map((name) => median(reports.map((report) => report.categories[name].score * 100)));
  const time = (audit: string) => Math.round(median(reports.map((report) => report.audits[audit]!.numericValue)));
  const last = reports.at(-1)!;
  console.log(`\n${path}: ${categories.map((name, at) => `${name} ${Math.round(scores[at]!)}`).join(', ')}`);
  console.log(
    `  first paint ${time('first-contentful-paint')} ms, largest ${time('largest-contentful-paint')} ms, ` +
      `blocked ${time('total-blocking-time')} ms, shift ${last.audits['cumulative-layout-shift']!.displayValue}`,
  );
  for (const { title } of faults(last)) console.log(`  not in order: ${title}`);
  return scores;
}

async function runLighthouse(url: string, port: number, report: string): Promise<Report> {
  // Lighthouse's own reset would sign the person out; each round uses a new browser with an empty profile.
  const how = ['--disable-storage-reset', '--quiet', '--output=json', `--output-path=${report}`, `--port=${port}`];
  const args = ['--yes', lighthouse, url, ...how, `--only-categories=${categories.join()}`];
  const { code } = await runProgram('npx', args, { cwd: tmpdir() });
  if (code !== 0) throw new PlainError('Lighthouse could not measure. The lines above say why.');
  return JSON.parse(readFileSync(report, 'utf8')) as Report;
}

function faults({ categories: all, audits }: Report) {
  const weighed = categories.flatMap((name) => all[name].auditRefs).filter(({ weight }) => weight > 0);
  return weighed.map(({ id }) => audits[id]!).filter(({ score }) => score !== null && score < 0.9);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
