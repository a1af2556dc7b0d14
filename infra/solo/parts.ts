import { chatConfig } from '@koinonia/chat/config.ts';
import { gatewayConfig } from '@koinonia/gateway/config.ts';
import { groupsConfig } from '@koinonia/groups/config.ts';
import { identityConfig } from '@koinonia/identity/config.ts';
import type { Service } from '@koinonia/kit/http/build-service.ts';
import type { Audience } from '@koinonia/kit/calls/caller-statement.ts';
import type { Bus } from '@koinonia/kit/bus/bus.ts';
import { listen } from '@koinonia/kit/process/listen.ts';
import { createLog, type Logger } from '@koinonia/kit/observing/log.ts';
import { mediaConfig, workerConfig } from '@koinonia/media/config.ts';
import type { LevelWithSilent } from 'pino';

export type PartEnvironment = Record<string, string | undefined>;

interface PartConfig {
  readonly host: string;
  readonly port: number;
  readonly logLevel: LevelWithSilent;
}

/** A process of the cluster form, started within this process: the same app, built and listening the same way. */
export interface Part {
  readonly name: string;
  /** Throws `ConfigError` when this part could not start with that environment. */
  check(environment: PartEnvironment): void;
  /** Loads its code, during which this process does nothing else. */
  load(): Promise<void>;
  start(environment: PartEnvironment, bus: Bus): Promise<Service>;
}

/** `load` imports its code, after the whole configuration has been checked. */
function part<Config extends PartConfig>(
  name: string,
  configure: (environment: PartEnvironment) => Config,
  load: () => Promise<(dependencies: { config: Config; log: Logger; bus: Bus }) => Promise<Service>>,
): Part {
  return {
    name,
    check: (environment) => void configure(environment),
    load: async () => void (await load()),
    async start(environment, bus) {
      const config = configure(environment);
      const log = createLog(config.logLevel, name);
      const build = await load();
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

export const gateway = part('gateway', gatewayConfig, async () => {
  const { buildGateway } = await import('@koinonia/gateway/app.ts');
  return (dependencies) => buildGateway({ ...dependencies, isWholeProduct: true });
});

/** Needed only with Redis: without it, the media service does this work itself. */
export const mediaWorker = part(
  'media-worker',
  workerConfig,
  async () => (await import('@koinonia/media/worker-app.ts')).buildMediaWorker,
);

/** First identity, which all others call. */
const parts: Readonly<Record<Audience, Part>> = {
  identity: part('identity', identityConfig, async () => (await import('@koinonia/identity/app.ts')).buildIdentity),
  groups: part('groups', groupsConfig, async () => (await import('@koinonia/groups/app.ts')).buildGroups),
  chat: part('chat', chatConfig, async () => (await import('@koinonia/chat/app.ts')).buildChat),
  media: part('media', mediaConfig, async () => (await import('@koinonia/media/app.ts')).buildMedia),
};

/** Each service, and the variable with its address for the others. */
export const services = Object.values(parts).map((one) => ({ part: one, url: `${one.name.toUpperCase()}_URL` }));
