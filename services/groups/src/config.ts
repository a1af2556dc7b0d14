import { parseEnvironment, serviceSettings, serviceVariables, variables } from '@koinonia/kit/process/config.ts';
import { z } from 'zod';

const Environment = z.object({
  ...serviceVariables,
  PORT: variables.port(8102),
  IDENTITY_URL: variables.serviceUrls('http://127.0.0.1:8101'),
});

export type GroupsConfig = ReturnType<typeof groupsConfig>;

/** Reads the groups service's environment; throws `ConfigError` naming every fault. */
export function groupsConfig(environment: Record<string, string | undefined>) {
  const set = parseEnvironment(Environment, environment);
  return Object.freeze({
    ...serviceSettings(set),
    identityUrls: set.IDENTITY_URL,
  });
}
