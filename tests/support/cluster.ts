import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processes } from '@koinonia/infra/processes.ts';
import { startTestIssuer } from '@koinonia/kit/testing/issuer.ts';
import { type ProductProcess, productProcess } from './child-process.ts';
import { freePort } from '@koinonia/kit/process/free-port.ts';
import { type OwnPostgres, startOwnPostgres } from './own-postgres.ts';
import { type OwnRedis, startOwnRedis } from './own-redis.ts';
import { type OwnNetwork, ownNetworks } from './own-network.ts';
import { commonEnvironment, domain, type Product, signInEnvironment } from './product.ts';

/** The INTERNAL_SECRET of the cluster: a process that has it may speak for anyone. */
export const internalSecret = 'known to the processes of this cluster only';

/** The product as separate processes on its own stores: two gateways and three chat nodes, unless told otherwise. */
export interface Cluster extends Product {
  readonly form: 'cluster';
  readonly gateways: readonly ProductProcess[];
  readonly chatNodes: readonly ProductProcess[];
  readonly identity: ProductProcess;
  readonly groups: ProductProcess;
  readonly processes: readonly ProductProcess[];
  readonly postgres: OwnPostgres;
  readonly redis: OwnRedis;
  /** Starts one more gateway with a different environment. Ends with the cluster. */
  anotherGateway(environment: Record<string, string>): Promise<ProductProcess>;
}

/** The environment of each process besides the common one, by its name; all addresses are known by then. */
export type Wiring = (at: {
  postgres: string;
  redis: string;
  /** Addresses of processes by name, such as `gateway 1`, `chat 2`. */
  processes: ReadonlyMap<string, string>;
}) => Promise<(process: string) => Record<string, string>>;

export interface ClusterOptions {
  wiring?: Wiring;
  /** Two of every process, even where one is enough, as during a rollout. */
  twoOfEach?: boolean;
  /** Fewer where a test needs no more: each takes a second of CPU to start. Default: 3. */
  chatNodes?: number;
  /** Default: 2. */
  gateways?: number;
  /** The folder of a process's code, asked at each start by its name and its script there. Default: this checkout. */
  root?: (process: string, script: string) => string;
  /** The names of chat nodes that run in a network of their own. */
  networks?: ReadonlyMap<string, OwnNetwork>;
  /** The folder for the database and the files; deleted at the end. Default: a new temporary folder. */
  dataDir?: string;
}

/** The order in which a new version takes over: identity, whose answers all others read, first, and the gateways last. */
const place = ({ name }: { name: string }) =>
  name === 'identity' ? 0 : name === 'chat' ? 2 : name === 'gateway' ? 3 : 1;

export async function startCluster(
  environment: Record<string, string> = {},
  options: ClusterOptions = {},
): Promise<Cluster> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'koinonia-cluster-')));
  const [postgres, redis, issuer] = await Promise.all([
    startOwnPostgres(dataDir),
    startOwnRedis(dataDir),
    startTestIssuer({ domain }),
  ]);

  const freeUrls = (count: number) =>
    Promise.all(Array.from({ length: count }, async () => `http://127.0.0.1:${await freePort()}`));
  const nodes = { chat: options.chatNodes ?? 3, gateway: options.gateways ?? 2 } as Record<string, number>;
  const each = options.twoOfEach ? 2 : 1;
  const urlsOf = new Map<string, string[]>();
  for (const { name } of processes) urlsOf.set(name, await freeUrls(nodes[name] ?? each));
  const [chatUrls, gatewayUrls] = [urlsOf.get('chat')!, urlsOf.get('gateway')!];
  for (const [index, url] of chatUrls.entries()) {
    const network = options.networks?.get(`chat ${index + 1}`);
    if (network) chatUrls[index] = url.replace('127.0.0.1', network.address);
  }
  const publicUrl = gatewayUrls[0]!;
  const shared = {
    ...commonEnvironment,
    ...signInEnvironment(issuer),
    PUBLIC_URL: publicUrl,
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    ...Object.fromEntries([...urlsOf].map(([name, urls]) => [`${name.toUpperCase()}_URL`, urls.join(',')])),
    DATA_DIR: join(dataDir, 'files'),
    INTERNAL_SECRET: internalSecret,
    SESSION_SECRET: 'keeps what the sessions of this cluster hold',
    ...environment,
  };
  if (options.networks) await postgres.letIn(ownNetworks);
  const addresses = new Map([
    ...chatUrls.map((url, index) => [`chat ${index + 1}`, url] as const),
    ...gatewayUrls.map((url, index) => [`gateway ${index + 1}`, url] as const),
  ]);
  const { root } = options;
  const wired = await options.wiring?.({ postgres: postgres.url, redis: redis.url, processes: addresses });
  const part = (name: string, script: string, url: string, own: Record<string, string> = {}) => {
    const network = options.networks?.get(name);
    return productProcess({
      name,
      script,
      url,
      ...(root && { root: () => root(name, script) }),
      ...(network && { enter: network.enter }),
      environment: {
        ...shared,
        PORT: new URL(url).port,
        ...(network && { HOST: network.address }),
        ...wired?.(name),
        ...own,
      },
    });
  };

  /** A single process is named after its kind, several have numbers. */
  const parts = (name: string, script: string) =>
    urlsOf.get(name)!.map((url, index, { length }) => part(length > 1 ? `${name} ${index + 1}` : name, script, url));
  const allOf = new Map(
    processes
      .toSorted((one, other) => place(one) - place(other))
      .map(({ name, script }) => [name, parts(name, script)]),
  );
  const running = [...allOf.values()].flat();

  async function end() {
    await Promise.all(running.map((process) => process.kill()));
    await Promise.all([postgres.stop(), redis.stop(), issuer.close()]);
    await rm(dataDir, { recursive: true, force: true });
  }

  const cluster: Cluster = {
    form: 'cluster',
    origins: gatewayUrls,
    publicUrl,
    issuer,
    gateways: allOf.get('gateway')!,
    chatNodes: allOf.get('chat')!,
    identity: allOf.get('identity')![0]!,
    groups: allOf.get('groups')![0]!,
    processes: running,
    postgres,
    redis,
    async anotherGateway(own) {
      const gateway = part('gateway more', 'gateway/src/server.ts', `http://127.0.0.1:${await freePort()}`, own);
      running.push(gateway);
      await gateway.start();
      return gateway;
    },
    complaints: () =>
      running
        .flatMap(({ name, complaints }) =>
          complaints()
            .slice(-12)
            .map((line) => `${name}: ${line}`),
        )
        .join('\n'),
    end,
  };
  try {
    await Promise.all(running.map((process) => process.start()));
  } catch (error) {
    await end();
    throw error;
  }
  return cluster;
}
