import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestIssuer } from '@koinonia/kit/testing/issuer.ts';
import { type ProductProcess, productProcess } from './child-process.ts';
import { lastingPort } from './lasting-port.ts';
import { type OwnPostgres, startOwnPostgres } from './own-postgres.ts';
import { type OwnRedis, startOwnRedis } from './own-redis.ts';
import { commonEnvironment, domain, type Product, signInEnvironment } from './product.ts';

/** The INTERNAL_SECRET of the cluster: who knows it may speak for anyone. */
export const internalSecret = 'known to the processes of this cluster only';

/** The product as separate processes over stores of its own: two gateways, three chat nodes. */
export interface Cluster extends Product {
  readonly form: 'cluster';
  readonly gateways: readonly ProductProcess[];
  readonly chatNodes: readonly ProductProcess[];
  readonly identity: ProductProcess;
  readonly groups: ProductProcess;
  readonly processes: readonly ProductProcess[];
  readonly postgres: OwnPostgres;
  readonly redis: OwnRedis;
  /** One gateway more, told something else than the others by its environment. Ends with the cluster. */
  anotherGateway(environment: Record<string, string>): Promise<ProductProcess>;
}

export async function startCluster(environment: Record<string, string> = {}): Promise<Cluster> {
  const dataDir = await mkdtemp(join(tmpdir(), 'koinonia-cluster-'));
  const [postgres, redis, issuer] = await Promise.all([
    startOwnPostgres(dataDir),
    startOwnRedis(dataDir),
    startTestIssuer({ domain }),
  ]);

  const urls = await Promise.all(Array.from({ length: 9 }, async () => `http://127.0.0.1:${await lastingPort()}`));
  const [identityUrl, groupsUrl, mediaUrl, workerUrl, ...rest] = urls as [string, string, string, string, ...string[]];
  const gatewayUrls = rest.slice(0, 2);
  const chatUrls = rest.slice(2);
  const publicUrl = gatewayUrls[0]!;
  const shared = {
    ...commonEnvironment,
    ...signInEnvironment(issuer),
    PUBLIC_URL: publicUrl,
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    IDENTITY_URL: identityUrl,
    GROUPS_URL: groupsUrl,
    CHAT_URL: chatUrls.join(','),
    MEDIA_URL: mediaUrl,
    DATA_DIR: join(dataDir, 'files'),
    INTERNAL_SECRET: internalSecret,
    SESSION_SECRET: 'keeps what the sessions of this cluster hold',
    ...environment,
  };
  const part = (name: string, folder: string, url: string, own: Record<string, string> = {}) =>
    productProcess({
      name,
      script: `${folder}/src/server.ts`,
      url,
      environment: { ...shared, PORT: new URL(url).port, ...own },
    });

  const identity = part('identity', 'services/identity', identityUrl);
  const groups = part('groups', 'services/groups', groupsUrl);
  const media = part('media', 'services/media', mediaUrl);
  const mediaWorker = productProcess({
    name: 'media worker',
    script: 'services/media/src/worker.ts',
    url: workerUrl,
    environment: { ...shared, PORT: new URL(workerUrl).port },
  });
  const chatNodes = chatUrls.map((url, index) => part(`chat ${index + 1}`, 'services/chat', url));
  const gateways = gatewayUrls.map((url, index) => part(`gateway ${index + 1}`, 'gateway', url));
  const processes = [identity, groups, media, mediaWorker, ...chatNodes, ...gateways];

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
    identity,
    groups,
    processes,
    postgres,
    redis,
    async anotherGateway(own) {
      const gateway = part('gateway more', 'gateway', `http://127.0.0.1:${await lastingPort()}`, own);
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
