import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { onProjectPath, root, rootProgram } from './paths.mjs';
import { PlainError, runMain } from './plain-words.mjs';
import { runProgram } from './run-program.mjs';
import { auditDependencies, writeBillOfMaterials } from './dependencies.mjs';
import { installDependencies } from './install.mjs';

const folders = ['gateway', 'services', 'web', 'infra', 'tests'];

const checks = [
  { name: 'Formatting', program: 'oxfmt', args: ['--check'] },
  { name: 'Lint', program: 'oxlint', args: [] },
  { name: 'Import boundaries', program: 'depcruise', args: ['--config', '.dependency-cruiser.mjs', ...folders] },
  ...typedFolders().map((folder) => ({ name: `Types of ${folder}`, program: 'tsc', args: ['-p', folder] })),
  { name: 'Unused code', program: 'knip', args: ['--no-config-hints'] },
  { name: 'First load of the pages', program: 'node', args: ['infra/setup/first-load.ts'] },
  { name: 'Paths that our pages name', program: 'node', args: ['infra/setup/named-paths.ts'] },
  { name: 'Compose file', program: 'node', args: ['infra/docker/check.ts'] },
  { name: 'Kubernetes', program: 'node', args: ['infra/kubernetes/check.ts'] },
];

/** `npm run check -- types lint`: only the checks whose names contain one of these words. */
const words = process.argv.slice(2).map((word) => word.toLowerCase());
const isChosen = ({ name }) => words.length === 0 || words.some((word) => name.toLowerCase().includes(word));

await runMain(async () => {
  const chosen = checks.filter(isChosen);
  if (chosen.length === 0) {
    throw new PlainError(`There is no such check. The checks are: ${checks.map(({ name }) => name).join(', ')}.`);
  }
  await installDependencies();
  const failed = [];
  for (const { name, program, args } of chosen) {
    console.log(`\n${name} …`);
    const { code } = await runProgram(rootProgram(program), args, { cwd: root, env: onProjectPath(process.env) });
    if (code !== 0) failed.push(name);
  }
  if (words.length === 0) failed.push(...(await failedOutside()));
  console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.join(', ')}.`);
  process.exit(failed.length === 0 ? 0 : 1);
});

/** The checks that ask a registry or Docker. Returns the names of those that failed. */
async function failedOutside() {
  const failed = [];
  console.log('\nKnown vulnerabilities of dependencies …');
  if (!auditDependencies()) failed.push('Known vulnerabilities of dependencies');
  console.log('\nBill of materials …');
  if (!writeBillOfMaterials()) failed.push('Bill of materials');
  if (hasCompose()) {
    console.log('\nCompose file, by Docker …');
    const args = ['compose', 'config', '--quiet', '--no-interpolate'];
    const { code } = await runProgram('docker', args, { cwd: root });
    if (code !== 0) failed.push('Compose file, by Docker');
  } else console.log('\nCompose file, by Docker: not checked, there is no docker compose here.');
  return failed;
}

function typedFolders() {
  const candidates = [...folders, ...subfolders('services'), ...subfolders('web')];
  return candidates.filter((folder) => existsSync(join(root, folder, 'tsconfig.json')));
}

function subfolders(folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map(({ name }) => `${folder}/${name}`);
}

function hasCompose() {
  return spawnSync('docker', ['compose', 'version'], { stdio: 'ignore' }).status === 0;
}
