import { parseEnvironment, variables } from '@koinonia/kit/config.ts';
import { z } from 'zod';
import { fileVariables, filesOf } from './files.ts';

const Environment = z.object({
  PORT: variables.port(8105),
  HOST: variables.host,
  REDIS_URL: variables.redisUrl.optional(),
  LOG_LEVEL: variables.logLevel,
  ...fileVariables,
});

export type WorkerConfig = ReturnType<typeof workerConfig>;

/** Reads what the media worker is told by its environment; throws `ConfigError` naming every fault. */
export function workerConfig(environment: Record<string, string | undefined>) {
  const set = parseEnvironment(Environment, environment);
  return Object.freeze({
    port: set.PORT,
    host: set.HOST,
    redisUrl: set.REDIS_URL,
    logLevel: set.LOG_LEVEL,
    files: filesOf(set),
  });
}
