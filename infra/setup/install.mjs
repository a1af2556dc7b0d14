import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, isDone, markBegun, markDone } from './fingerprint.mjs';
import { packageFiles, pnpm, projectNode, root } from './paths.mjs';
import { explain, PlainError } from './plain-words.mjs';
import { runProgram } from './run-program.mjs';

const oldestNode = 20;

/** Installs the dependencies, including the project's own Node, unless they are there already. */
export async function installDependencies() {
  checkNode();
  const manifests = [...packageFiles(), join(root, 'pnpm-lock.yaml'), join(root, 'pnpm-workspace.yaml')];
  const wanted = fingerprint(manifests, [pnpm, process.platform, process.arch]);
  if (isDone('install', wanted) && existsSync(projectNode)) return;
  console.log('Installing the dependencies (the first time this takes a minute) …');
  markBegun('install');
  await runPnpm();
  // pnpm mistakes the remains of an interrupted install for a complete one; it repairs them only from nothing.
  if (!runs(projectNode)) {
    rmSync(join(root, 'node_modules'), { recursive: true, force: true });
    await runPnpm();
  }
  if (!runs(projectNode)) {
    throw new PlainError("The project's own Node, from the npm package `node`, does not run on this machine.");
  }
  markDone('install', wanted);
}

async function runPnpm() {
  const args = ['--yes', pnpm, 'install', '--frozen-lockfile', '--config.confirm-modules-purge=false'];
  const { code, output } = await runProgram('npx', args, { cwd: root });
  if (code === 0) return;
  // npm puts node_modules/.bin first on the PATH: an incomplete Node in there would break the next try at its start.
  if (!runs(projectNode)) rmSync(projectNode, { force: true });
  throw explain('Installing the dependencies', output);
}

function checkNode() {
  const [major] = process.versions.node.split('.');
  if (Number(major) >= oldestNode) return;
  throw new PlainError(
    `This is Node ${process.versions.node}. Node ${oldestNode} or newer is needed: https://nodejs.org`,
  );
}

const runs = (program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
