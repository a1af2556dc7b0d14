import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { composeFaults } from './compose-faults.ts';
import { processes, processNames } from '../processes.ts';
import { type ComposeFile, composePath, type Container, networksOf, readCompose } from './compose-file.ts';

const text = readFileSync(composePath, 'utf8');

test('the compose file brings up the whole product', () => {
  expect(Object.keys(readCompose().services).sort()).toEqual(
    [...processNames, 'backup', 'caddy', 'front', 'postgres', 'redis', 's3'].sort(),
  );
});

/** Variables of other forms or builds. */
const notHere = ['SIGN_IN', 'WEB_DIST', 'DATA_DIR'];

test.each(processes)('$name is given every variable that it reads, and says so', ({ name, folder }) => {
  const inFolder = (file: string) => join(import.meta.dirname, '../..', folder, file);
  const files = ['src/config.ts', 'src/files.ts'].map(inFolder).filter(existsSync);
  const source = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  const read = Array.from(source.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm), ([, variable]) => variable!);
  const given = Object.keys(readCompose().services[name]?.environment ?? {});
  expect(read.length).toBeGreaterThan(1);
  expect(read.filter((variable) => ![...given, ...notHere].includes(variable))).toEqual([]);
  const readme = readFileSync(inFolder('README.md'), 'utf8');
  expect(read.filter((variable) => !readme.includes(`\`${variable}\``))).toEqual([]);
});

test('no two have the same port, so that they can run on one machine', () => {
  const ports = processNames.map((name) => readCompose().services[name]?.environment?.['PORT']);
  expect(ports.every((port) => typeof port === 'number')).toBe(true);
  expect(new Set(ports).size).toBe(ports.length);
});

test('a backup that is written to standard output is not in the log as well', () => {
  expect(readCompose().services['backup']?.logging).toEqual({ driver: 'none' });
});

test('whoever keeps files reaches an object store elsewhere, too', () => {
  const { services } = readCompose();
  const keeping = Object.keys(services).filter((name) => services[name]?.environment?.['S3_ENDPOINT'] !== undefined);
  expect(keeping.sort()).toEqual(['backup', 'media', 'media-worker']);
  expect(keeping.filter((name) => !networksOf(services[name] ?? {}).includes('outside'))).toEqual([]);
});

describe('each rule finds its fault', () => {
  const changed = (name: string, change: Partial<Record<keyof Container | 'surprise', unknown>>) => {
    const file = readCompose();
    Object.assign(file.services[name] ?? {}, change);
    return composeFaults(file).join('\n');
  };
  test.each([
    ['user', undefined, 'chat runs as root'],
    ['user', '0:0', 'chat runs as root'],
    ['read_only', false, 'chat can write'],
    ['cap_drop', [], 'chat keeps capabilities'],
    ['cap_add', ['NET_ADMIN'], 'chat keeps capabilities'],
    ['security_opt', [], 'chat may gain privileges'],
    ['mem_limit', undefined, 'chat has no limit of memory'],
    ['cpus', undefined, 'chat has no limit of CPU'],
    ['pids_limit', undefined, 'chat has no limit of processes'],
    ['logging', undefined, 'chat may fill the disk'],
    ['logging', { driver: 'json-file', options: { 'max-file': '5' } }, 'chat may fill the disk'],
    ['logging', { driver: 'json-file', options: { 'max-size': '10m' } }, 'chat may fill the disk'],
    ['healthcheck', undefined, 'chat has no health check'],
    ['network_mode', 'host', "chat is on the machine's own network"],
    ['container_name', 'chat', 'chat has a name of its own'],
    ['ports', ['8103:8103'], 'chat is published'],
    ['networks', ['services', 'files'], 'chat reaches s3'],
    ['surprise', true, 'surprise'],
  ] as const)('%s: %j', (field, value, fault) => {
    expect(changed('chat', { [field]: value })).toContain(fault);
  });
  test('an image of ours is built once, and never asked for at a registry', () => {
    const build = { context: '.', dockerfile: 'infra/docker/Dockerfile' };
    expect(changed('chat', { build })).toBe('gateway, chat build the same image');
    expect(changed('chat', { pull_policy: undefined })).toBe('chat asks a registry for an image that is built here');
    expect(changed('caddy', { pull_policy: 'missing' })).toBe('caddy asks a registry for an image that is built here');
  });
  test('a store has no way out, and the gateways none in but from this machine', () => {
    expect(changed('postgres', { networks: ['postgres', 'outside'] })).toContain('postgres reaches the outside');
    expect(changed('front', { ports: ['8080:8080'] })).toContain('published to more than this machine');
    expect(changed('front', { ports: [] })).toContain('published to more than this machine');
    expect(changed('gateway', { ports: ['127.0.0.1:8081:8080'] })).toContain('gateway is published');
    expect(changed('gateway', { networks: ['front', 'services', 'postgres'] })).toContain('gateway reaches postgres');
  });
});

describe('any number of each process runs, by --scale alone', () => {
  const { services } = readCompose();
  test.each(processNames)('%s', (name) => {
    // A second container would conflict over the same port of the machine, the same name, or the same address.
    expect(services[name]?.ports).toBeUndefined();
    expect(services[name]?.container_name).toBeUndefined();
    expect(JSON.stringify(services[name]?.networks)).not.toContain('ipv4_address');
    // They store nothing in a volume that another container would write to.
    expect(services[name]?.volumes).toBeUndefined();
  });
  test('what stands before the gateways asks for all of them, and is believed by them', () => {
    const caddyfile = readFileSync(join(import.meta.dirname, 'Caddyfile'), 'utf8');
    expect(caddyfile).toContain('dynamic a gateway 8080');
    // It contains what people search for.
    expect(caddyfile).toContain('request>uri delete');
    for (const name of ['front', 'caddy']) {
      const networks = services[name]?.networks as Record<string, { ipv4_address: string }> | undefined;
      const at = networks?.['front']?.ipv4_address;
      expect(String(services['gateway']?.environment?.['TRUSTED_PROXIES']).split(' ')).toContain(at);
    }
  });
});

test.each(['front', 'caddy'])('%s asks the gateways itself, whatever proxy Docker’s client is set to', (name) => {
  expect(readCompose().services[name]?.environment).toMatchObject({ HTTP_PROXY: '', http_proxy: '' });
});

test('nothing waits for less than that what it needs is ready', () => {
  const file: ComposeFile = readCompose();
  for (const name of processNames) {
    const needs = Object.entries(file.services[name]?.depends_on ?? {});
    expect(needs.length).toBeGreaterThan(0);
    expect(new Set(needs.map(([, { condition }]) => condition))).toEqual(new Set(['service_healthy']));
  }
});

test('whoever needs another is on a network with it', () => {
  const { services } = readCompose();
  for (const [name, container] of Object.entries(services)) {
    for (const needed of Object.keys(container.depends_on ?? {})) {
      const shared = networksOf(container).filter((network) => networksOf(services[needed] ?? {}).includes(network));
      expect([name, needed, shared.length > 0]).toEqual([name, needed, true]);
    }
  }
});

test('no secret has a default, and `npm run env` makes every one', () => {
  const secrets = [...text.matchAll(/\$\{(\w*(?:SECRET|PASSWORD|TOKEN|KEY)\w*)([^}]*)\}/g)];
  expect(secrets.length).toBeGreaterThan(8);
  expect(secrets.filter(([, , rest]) => rest !== ':?set it in .env').map(([all]) => all)).toEqual([]);
  const root = join(import.meta.dirname, '../..');
  const example = readFileSync(join(root, '.env.example'), 'utf8');
  const made = readFileSync(join(root, 'infra/setup/env.mjs'), 'utf8');
  for (const name of new Set(secrets.map(([, name = '']) => name))) {
    expect(example).toMatch(new RegExp(`^${name}=$`, 'm'));
    if (name !== 'GOOGLE_CLIENT_SECRET') expect(made).toContain(`${name}:`);
  }
});

test('every variable that the file reads is explained', () => {
  const example = readFileSync(join(import.meta.dirname, '../../.env.example'), 'utf8');
  const read = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name));
  expect([...read].filter((name) => !example.includes(`${name}=`))).toEqual([]);
});
