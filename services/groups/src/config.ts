import { parseEnvironment, variables } from '@koinonia/kit/config.ts';
import { z } from 'zod';

const Environment = z.object({
  PORT: variables.port(8102),
  HOST: variables.host,
  DATABASE_URL: variables.postgresUrl,
  REDIS_URL: variables.redisUrl.optional(),
  IDENTITY_URL: variables.serviceUrls('http://127.0.0.1:8101'),
  INTERNAL_SECRET: variables.secret,
  LOG_LEVEL: variables.logLevel,
  OTEL_EXPORTER_OTLP_ENDPOINT: variables.tracesEndpoint,
});

export type GroupsConfig = ReturnType<typeof groupsConfig>;

/** Reads what the groups service is told by its environment; throws `ConfigError` naming every fault. */
export function groupsConfig(environment: Record<string, string | undefined>) {
  const set = parseEnvironment(Environment, environment);
  return Object.freeze({
    port: set.PORT,
    host: set.HOST,
    databaseUrl: set.DATABASE_URL,
    redisUrl: set.REDIS_URL,
    identityUrls: set.IDENTITY_URL,
    internalSecret: set.INTERNAL_SECRET,
    logLevel: set.LOG_LEVEL,
    tracesEndpoint: set.OTEL_EXPORTER_OTLP_ENDPOINT,
  });
}
