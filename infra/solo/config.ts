import { ConfigError, isLoopbackUrl, parseEnvironment, variables } from '@koinonia/kit/process/config.ts';
import { dataFolderOf, fileVariables } from '@koinonia/media/files.ts';
import { z } from 'zod';

/** The settings of solo itself; the parts that it starts read all others themselves. */
const Environment = z.object({
  PORT: variables.port(8080),
  HOST: variables.host,
  PUBLIC_URL: variables.origin.optional(),
  DATA_DIR: fileVariables.DATA_DIR,
  ALLOWED_DOMAIN: variables.domain.optional(),
  ADMIN_EMAILS: z.string().optional(),
  OIDC_ISSUER: variables.issuer,
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  DATABASE_URL: variables.postgresUrl.optional(),
  REDIS_URL: variables.redisUrl.optional(),
  INTERNAL_SECRET: variables.secret.optional(),
  SESSION_SECRET: variables.secret.optional(),
  LOG_LEVEL: variables.logLevel,
  OTEL_EXPORTER_OTLP_ENDPOINT: variables.tracesEndpoint,
});

export type SoloConfig = ReturnType<typeof soloConfig>;

/** Reads solo's environment; throws `ConfigError` naming every fault. */
export function soloConfig(environment: Record<string, string | undefined>) {
  const set = parseEnvironment(Environment, environment);
  const signIn = signInOf(set);
  return Object.freeze({
    port: set.PORT,
    host: set.HOST,
    /** Undefined: the address at which it will listen. */
    publicUrl: set.PUBLIC_URL,
    dataDir: dataFolderOf(set),
    domain: set.ALLOWED_DOMAIN,
    issuer: set.OIDC_ISSUER,
    adminEmails: set.ADMIN_EMAILS,
    signIn,
    databaseUrl: set.DATABASE_URL,
    redisUrl: set.REDIS_URL,
    internalSecret: set.INTERNAL_SECRET,
    sessionSecret: set.SESSION_SECRET,
    logLevel: set.LOG_LEVEL,
    tracesEndpoint: set.OTEL_EXPORTER_OTLP_ENDPOINT,
  });
}

function signInOf(set: z.output<typeof Environment>): 'configured' | 'demo' {
  const faults: string[] = [];
  if (set.GOOGLE_CLIENT_ID) {
    if (!set.GOOGLE_CLIENT_SECRET) faults.push('GOOGLE_CLIENT_SECRET: must be set with GOOGLE_CLIENT_ID');
    if (!set.ALLOWED_DOMAIN) faults.push('ALLOWED_DOMAIN: must be set: the domain whose people may sign in');
  } else if (set.GOOGLE_CLIENT_SECRET) {
    faults.push('GOOGLE_CLIENT_ID: must be set with GOOGLE_CLIENT_SECRET');
  } else if (set.PUBLIC_URL && !isLoopbackUrl(set.PUBLIC_URL)) {
    faults.push(
      `GOOGLE_CLIENT_ID: must be set: PUBLIC_URL is ${set.PUBLIC_URL}, and demo sign-in is for this machine alone`,
    );
  }
  if (faults.length > 0)
    throw new ConfigError(`The configuration is wrong:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  return set.GOOGLE_CLIENT_ID ? 'configured' : 'demo';
}
