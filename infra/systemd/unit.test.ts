import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { soloConfig } from '../solo/config.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');
const unit = read('koinonia.service');

/** The values of a setting, in the order of its lines. */
const valuesOf = (name: string) => Array.from(unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm')), ([, value]) => value);

test('it starts what there is, on the project’s own Node, as a user of its own', () => {
  const [program = '', script = ''] = valuesOf('ExecStart')[0]?.split(' ') ?? [];
  const [folder = ''] = valuesOf('WorkingDirectory');
  expect(existsSync(program.replace(folder, root))).toBe(true);
  expect(existsSync(join(root, script))).toBe(true);
  expect([valuesOf('User'), valuesOf('Group')]).toEqual([['koinonia'], ['koinonia']]);
  expect(valuesOf('Restart')).toEqual(['on-failure']);
});

test('it can write to its data, and to nothing else', () => {
  expect(valuesOf('ProtectSystem')).toEqual(['strict']);
  const [dataDir] = valuesOf('Environment').map((value) => /^DATA_DIR=(.+)$/.exec(value ?? '')?.[1]);
  expect(valuesOf('ReadWritePaths')).toEqual([dataDir]);
  expect(valuesOf('StateDirectory').map((name) => `/var/lib/${name}`)).toEqual([dataDir]);
  expect([valuesOf('StateDirectoryMode'), valuesOf('UMask')]).toEqual([['0700'], ['0077']]);
});

test('Node can compile, and its PostgreSQL is not ended under its hands', () => {
  expect(valuesOf('MemoryDenyWriteExecute')).toEqual([]);
  expect(valuesOf('KillMode')).toEqual(['mixed']);
});

test('the settings are read from a file that the README keeps to root, and none is unknown', () => {
  const [file = ''] = valuesOf('EnvironmentFile');
  expect(read('README.md')).toContain(`install -m 600 infra/systemd/koinonia.env.example ${file}\n`);
  const lines = read('koinonia.env.example').matchAll(/^(\w+)=(.*)$/gm);
  const set = Object.fromEntries(Array.from(lines, ([, name = '', value = '']) => [name, value || 'to be filled in']));
  expect(soloConfig(set)).toMatchObject({ signIn: 'configured', publicUrl: 'https://koinonia.example.org' });
  const services = ['identity', 'groups', 'chat', 'media'].map((name) => `services/${name}`);
  const known = ['.', 'gateway', 'infra/backup', ...services].map((folder) => join(folder, 'README.md'));
  const explained = known.map((path) => readFileSync(join(root, path), 'utf8')).join('\n');
  expect(Object.keys(set).filter((name) => !new RegExp(`\\b${name}\\b`).test(explained))).toEqual([]);
});

const { stdout: version } = spawnSync('systemd-analyze', ['--version'], { encoding: 'utf8' });
/** 0 where there is none. */
const systemd = Number(/^systemd (\d+)/.exec(version ?? '')?.[1] ?? 0);

describe.skipIf(systemd < 250)('systemd itself, 250 or newer,', () => {
  function analyse(text: string, ...args: string[]) {
    // Neither the checkout nor TMPDIR: their names may have spaces or accents, which a unit cannot have as they are.
    const folder = mkdtempSync('/tmp/koinonia-unit-');
    const checkout = join(folder, 'checkout');
    const file = join(folder, 'koinonia.service');
    symlinkSync(root, checkout);
    writeFileSync(file, text.replaceAll('/srv/koinonia', checkout));
    const { status, stderr } = spawnSync('systemd-analyze', [...args, file], { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    // It may complain about other units of this machine as well.
    const complaints = stderr.split('\n').filter((line) => line.includes(file));
    return { status, complaints: complaints.join('\n') };
  }
  const verify = (text: string) => analyse(text, 'verify', '--man=no');
  /** Passes with at most 2 of 10 points of exposure. */
  const rate = (text: string) => analyse(text, 'security', '--offline=true', '--threshold=20', '--no-pager').status;

  test('has nothing to complain of', () => {
    expect(verify(unit)).toEqual({ status: 0, complaints: '' });
    expect(verify(unit.replace('RestartSec=5s', 'RestartSec=soon')).complaints).toContain('Failed to parse');
  });
  test('finds little left open', () => {
    expect(rate(unit)).toBe(0);
    expect(rate(unit.replace('SystemCallFilter=@system-service\n', ''))).not.toBe(0);
  });
});
