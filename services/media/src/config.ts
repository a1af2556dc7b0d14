import { parseEnvironment, variables } from '@koinonia/kit/config.ts';
import { z } from 'zod';
import { fileVariables, filesOf } from './files.ts';

const Environment = z.object({
  PORT: variables.port(8104),
  HOST: variables.host,
  REDIS_URL: variables.redisUrl.optional(),
  INTERNAL_SECRET: variables.secret,
  LOG_LEVEL: variables.logLevel,
  ...fileVariables,
});

export type MediaConfig = ReturnType<typeof mediaConfig>;

/** Reads what the media service is told by its environment; throws `ConfigError` naming every fault. */
export function mediaConfig(environment: Record<string, string | undefined>) {
  const set = parseEnvironment(Environment, environment);
  return Object.freeze({
    port: set.PORT,
    host: set.HOST,
    redisUrl: set.REDIS_URL,
    internalSecret: set.INTERNAL_SECRET,
    logLevel: set.LOG_LEVEL,
    files: filesOf(set),
  });
}
