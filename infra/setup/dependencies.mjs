import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageFiles, pnpm, root } from './paths.mjs';

/** The file for the bill of materials of the production dependencies, in CycloneDX. */
const billPath = join(root, 'node_modules', '.koinonia', 'sbom.cdx.json');

/** Asks the registry about known vulnerabilities of production dependencies, and prints them. Returns whether they may stay. */
export function auditDependencies() {
  const { status, stdout, stderr } = runPnpm(['audit', '--prod', '--audit-level', 'high', '--json']);
  const { outcome, lines } = judgeAudit({ status, stdout, stderr });
  for (const line of lines) console.log(line);
  return outcome !== 'faults';
}

/** Interprets an audit's output. A registry without that service, or no registry at all, is not a failure. */
export function judgeAudit({ status, stdout, stderr }) {
  const advisories = advisoriesOf(stdout);
  if (status === 0) return { outcome: 'clean', lines: ['No advisory of high or critical severity.'] };
  if (advisories.length > 0) {
    const lines = advisories.map(({ severity, name, title, url }) => `${severity}: ${name}: ${title} (${url})`);
    return { outcome: 'faults', lines };
  }
  const [reason = 'no answer'] = /ERR_PNPM_\w+|ENOTFOUND|ECONNREFUSED|ETIMEDOUT/.exec(`${stderr}${stdout}`) ?? [];
  return { outcome: 'not checked', lines: [`Not checked: the registry answers no audit (${reason}).`] };
}

function advisoriesOf(stdout) {
  try {
    const { advisories = {} } = JSON.parse(stdout);
    return Object.values(advisories)
      .filter(({ severity }) => severity === 'high' || severity === 'critical')
      .map(({ severity, module_name: name, title, url }) => ({ severity, name, title, url }));
  } catch {
    return [];
  }
}

/** Writes the bill of materials. Returns whether it contains every dependency that the workspace's package.json files name. */
export function writeBillOfMaterials() {
  mkdirSync(dirname(billPath), { recursive: true });
  const options = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--prod', '--lockfile-only'];
  const { status, stderr } = runPnpm(['sbom', ...options, '--out', billPath]);
  if (status !== 0) {
    console.log(stderr);
    return false;
  }
  const { components } = JSON.parse(readFileSync(billPath, 'utf8'));
  const listed = new Set(components.map(({ name, group }) => (group ? `${group}/${name}` : name)));
  const missing = namedDependencies().filter((name) => !listed.has(name));
  if (missing.length > 0) console.log(`Missing in it: ${missing.join(', ')}.`);
  else console.log(`${components.length} packages, in ${billPath}`);
  return missing.length === 0;
}

function namedDependencies() {
  return packageFiles()
    .flatMap((file) => Object.keys(JSON.parse(readFileSync(file, 'utf8')).dependencies ?? {}))
    .filter((name) => !name.startsWith('@koinonia/'));
}

function runPnpm(args) {
  const options = { cwd: root, encoding: 'utf8', timeout: 120_000, maxBuffer: 64 * 2 ** 20 };
  const { status, stdout, stderr } = spawnSync('npx', ['--yes', pnpm, ...args], options);
  return { status, stdout: stdout ?? '', stderr: stderr ?? '' };
}
