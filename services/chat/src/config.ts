import { parseEnvironment, serviceSettings, serviceVariables, variables } from '@koinonia/kit/process/config.ts';
import { z } from 'zod';

const Environment = z.object({
  ...serviceVariables,
  PORT: variables.port(8103),
  IDENTITY_URL: variables.serviceUrls('http://127.0.0.1:8101'),
  MEDIA_URL: variables.serviceUrls('http://127.0.0.1:8104'),
});

/** PostgreSQL connections reserved for sends, in addition to the shared pool. */
export const sendConnections = 2;

export type ChatConfig = ReturnType<typeof chatConfig>;

/** Reads the chat service's environment; throws `ConfigError` naming every fault. */
export function chatConfig(environment: Record<string, string | undefined>) {
  const set = parseEnvironment(Environment, environment);
  return Object.freeze({
    ...serviceSettings(set),
    identityUrls: set.IDENTITY_URL,
    mediaUrls: set.MEDIA_URL,
  });
}
