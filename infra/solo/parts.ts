import { buildChat } from '@koinonia/chat/app.ts';
import { chatConfig } from '@koinonia/chat/config.ts';
import { buildGateway } from '@koinonia/gateway/app.ts';
import { gatewayConfig } from '@koinonia/gateway/config.ts';
import { buildGroups } from '@koinonia/groups/app.ts';
import { groupsConfig } from '@koinonia/groups/config.ts';
import { buildIdentity } from '@koinonia/identity/app.ts';
import { identityConfig } from '@koinonia/identity/config.ts';
import type { Service } from '@koinonia/kit/build-service.ts';
import type { Bus } from '@koinonia/kit/bus/bus.ts';
import { listen } from '@koinonia/kit/listen.ts';
import { createLog, type Logger } from '@koinonia/kit/log.ts';
import { buildMedia } from '@koinonia/media/app.ts';
import { mediaConfig, workerConfig } from '@koinonia/media/config.ts';
import { buildMediaWorker } from '@koinonia/media/worker-app.ts';
import type { LevelWithSilent } from 'pino';

export type PartEnvironment = Record<string, string | undefined>;

interface PartConfig {
  readonly host: string;
  readonly port: number;
  readonly logLevel: LevelWithSilent;
}

/** A process of the cluster form, as it is started within this one: the same app, built and listening the same way. */
export interface Part {
  readonly name: string;
  /** Throws `ConfigError` when this part could not be started with that environment. */
  check(environment: PartEnvironment): void;
  start(environment: PartEnvironment, bus: Bus): Promise<Service>;
}

function part<Config extends PartConfig>(
  name: string,
  configure: (environment: PartEnvironment) => Config,
  build: (dependencies: { config: Config; log: Logger; bus: Bus }) => Promise<Service>,
): Part {
  return {
    name,
    check: (environment) => void configure(environment),
    async start(environment, bus) {
      const config = configure(environment);
      const log = createLog(config.logLevel, name);
      const app = await build({ config, log, bus });
      try {
        await listen(app, config, log);
        return app;
      } catch (error) {
        await app.close();
        throw error;
      }
    },
  };
}

export const gateway = part('gateway', gatewayConfig, buildGateway);

/** Needed only beside a Redis: without one, the media service does its work itself. */
export const mediaWorker = part('media-worker', workerConfig, buildMediaWorker);

/** Each service, and the variable by which the others find it; first the one that all others ask. */
export const services = [
  { part: part('identity', identityConfig, buildIdentity), url: 'IDENTITY_URL' },
  { part: part('groups', groupsConfig, buildGroups), url: 'GROUPS_URL' },
  { part: part('chat', chatConfig, buildChat), url: 'CHAT_URL' },
  { part: part('media', mediaConfig, buildMedia), url: 'MEDIA_URL' },
] as const;
