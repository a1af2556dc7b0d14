import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from './on-path.mjs';
import { root } from './paths.mjs';
import { PlainError } from './plain-words.mjs';
import { runProgram } from './run-program.mjs';

/** The programs that tests need besides npm's packages, with their names in each package manager. */
const redis = {
  name: 'a Redis server',
  programs: ['redis-server', 'valkey-server'],
  apt: ['redis-server'],
  brew: ['redis'],
  inDocker: redisInDocker,
};
const chromium = {
  name: 'Chromium',
  // The shell is Chromium without its own windows: the same pages take a fifth less CPU.
  programs: [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  apt: ['chromium-headless-shell', 'chromium'],
  brew: ['--cask', 'chromium'],
  inDocker: chromiumInDocker,
};

const firefox = {
  name: 'Firefox',
  programs: ['firefox-esr', 'firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'],
  apt: ['firefox-esr'],
};

/**
 * Finds Redis and Chromium on this machine, otherwise installs them. Resolves with the environment that tells the tests their
 * paths: `REDIS_SERVER`, and `CHROMIUM` or the address of a browser in Docker. Throws `PlainError` when that is impossible.
 */
export async function testTools() {
  const found = { ...process.env };
  found.REDIS_SERVER = await redisServer();
  Object.assign(found, await get(chromium, (program) => ({ CHROMIUM: program }), process.env.CHROMIUM));
  return found;
}

/** The program of a Redis server only, found or installed the same way. */
export async function redisServer() {
  return (await get(redis, (program) => ({ REDIS_SERVER: program }), process.env.REDIS_SERVER)).REDIS_SERVER;
}

/** `FIREFOX`, or nothing where there is none and it cannot be installed automatically: then its tests are skipped. */
export async function firefoxIfPossible() {
  const answers = (program) => program && runs(program, ['--version']);
  const there = process.env.FIREFOX || findProgram(firefox.programs);
  if (await answers(there)) return { FIREFOX: there };
  const installed = (await withApt(firefox)) && findProgram(firefox.programs);
  if (await answers(installed)) return { FIREFOX: installed };
  console.log('There is no Firefox on this machine: its tests are skipped.');
  return {};
}

async function get(tool, tell, chosen) {
  const there = chosen || findProgram(tool.programs);
  if (there) return tell(there);
  for (const install of [withApt, withBrew]) {
    if (!(await install(tool))) continue;
    const installed = findProgram(tool.programs);
    if (installed) return tell(installed);
  }
  if (await runs('docker', ['info'])) return tool.inDocker();
  throw new PlainError(
    `The tests need ${tool.name}, and none of ${tool.programs.slice(0, 4).join(', ')} is on the PATH.\n` +
      `Install it (Debian: apt install ${tool.apt.at(-1)}; macOS: brew install ${tool.brew.join(' ')}) and run npm test again.`,
  );
}

async function withApt({ name, apt }) {
  if (process.getuid?.() !== 0 || !findProgram(['apt-get'])) return false;
  console.log(`Installing ${name} with apt …`);
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  const install = async () => {
    for (const one of apt) {
      const { code } = await runProgram('apt-get', ['install', '-y', '-qq', '--no-install-recommends', one], options);
      if (code === 0) return true;
    }
    return false;
  };
  if (await install()) return true;
  await runProgram('apt-get', ['update', '-qq'], options);
  return install();
}

async function withBrew({ name, brew }) {
  if (!findProgram(['brew'])) return false;
  console.log(`Installing ${name} with Homebrew …`);
  return (await runProgram('brew', ['install', ...brew], {})).code === 0;
}

async function runs(program, args) {
  return findProgram([program]) !== null && (await runProgram(program, args, {})).code === 0;
}

/** A program that takes Redis' own arguments and runs it in a container, on the port in these arguments. */
async function redisInDocker() {
  console.log('Using Redis from Docker …');
  const folder = join(root, 'node_modules', '.koinonia');
  const program = join(folder, 'redis-server-in-docker');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    program,
    `#!/bin/sh
while [ $# -gt 0 ]; do
  case $1 in --port) port=$2 ;; --dir) dir=$2 ;; --save) save=$2 ;; --appendonly) aof=$2 ;; esac
  shift 2
done
exec docker run --rm --init -v "$dir:/data" -p "127.0.0.1:$port:6379" redis:8 \\
  redis-server --protected-mode no --save "$save" --appendonly "\${aof:-no}"
`,
  );
  chmodSync(program, 0o755);
  return { REDIS_SERVER: program };
}

/** Playwright's own browser, in its own image; it reaches this machine's loopback through the connection. */
async function chromiumInDocker() {
  console.log('Using Chromium from Docker …');
  const { createRequire } = await import('node:module');
  const { version } = createRequire(join(root, 'tests', 'package.json'))('@playwright/test/package.json');
  const name = `koinonia-chromium-${process.pid}`;
  const serve = `npx -y playwright@${version} run-server --port 3000 --host 0.0.0.0`;
  const image = `mcr.microsoft.com/playwright:v${version}-noble`;
  const args = ['run', '--rm', '--init', '-d', '--name', name, '-p', '127.0.0.1:0:3000', image, '/bin/sh', '-c', serve];
  if ((await runProgram('docker', args, {})).code !== 0) throw new PlainError('Docker could not run Chromium.');
  const { spawnSync } = await import('node:child_process');
  process.on('exit', () => spawnSync('docker', ['rm', '-f', name], { stdio: 'ignore' }));
  const { output } = await runProgram('docker', ['port', name, '3000'], {});
  return {
    PW_TEST_CONNECT_WS_ENDPOINT: `ws://${output.trim().split('\n')[0]}/`,
    PW_TEST_CONNECT_EXPOSE_NETWORK: '<loopback>',
  };
}
