import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  /** The folder of a process's code, asked by its name at each start. Default: this checkout. */
  root?: (process: string) => string;
  /** The names of chat nodes that run in a network of their own. */
  networks?: ReadonlyMap<string, OwnNetwork>;
  /** The folder for the database and the files; deleted at the end. Default: a new temporary folder. */
  dataDir?: string;
}

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
  const single = options.twoOfEach ? 2 : 1;
  const [identityUrls, groupsUrls, mediaUrls, workerUrls] = await Promise.all([1, 2, 3, 4].map(() => freeUrls(single)));
  const [chatUrls, gatewayUrls] = await Promise.all([
    freeUrls(options.chatNodes ?? 3),
    freeUrls(options.gateways ?? 2),
  ]);
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
    IDENTITY_URL: identityUrls!.join(','),
    GROUPS_URL: groupsUrls!.join(','),
    CHAT_URL: chatUrls.join(','),
    MEDIA_URL: mediaUrls!.join(','),
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
      ...(root && { root: () => root(name) }),
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
  const parts = (name: string, script: string, urls: readonly string[] = []) =>
    urls.map((url, index) => part(urls.length > 1 ? `${name} ${index + 1}` : name, script, url));

  const identities = parts('identity', 'services/identity/src/server.ts', identityUrls);
  const allGroups = parts('groups', 'services/groups/src/server.ts', groupsUrls);
  const media = parts('media', 'services/media/src/server.ts', mediaUrls);
  const mediaWorkers = parts('media worker', 'services/media/src/worker.ts', workerUrls);
  const chatNodes = parts('chat', 'services/chat/src/server.ts', chatUrls);
  const gateways = parts('gateway', 'gateway/src/server.ts', gatewayUrls);
  const processes = [...identities, ...allGroups, ...media, ...mediaWorkers, ...chatNodes, ...gateways];

  async function end() {
    await Promise.all(processes.map((process) => process.kill()));
    await Promise.all([postgres.stop(), redis.stop(), issuer.close()]);
    await rm(dataDir, { recursive: true, force: true });
  }

  const cluster: Cluster = {
    form: 'cluster',
    origins: gatewayUrls,
    publicUrl,
    issuer,
    gateways,
    chatNodes,
    identity: identities[0]!,
    groups: allGroups[0]!,
    processes,
    postgres,
    redis,
    async anotherGateway(own) {
      const gateway = part('gateway more', 'gateway/src/server.ts', `http://127.0.0.1:${await freePort()}`, own);
      processes.push(gateway);
      await gateway.start();
      return gateway;
    },
    complaints: () =>
      processes
        .flatMap(({ name, complaints }) =>
          complaints()
            .slice(-12)
            .map((line) => `${name}: ${line}`),
        )
        .join('\n'),
    end,
  };
  try {
    await Promise.all(processes.map((process) => process.start()));
  } catch (error) {
    await end();
    throw error;
  }
  return cluster;
}
