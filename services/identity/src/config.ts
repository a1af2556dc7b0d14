import { isLoopbackUrl, parseEnvironment, variables } from '@koinonia/kit/config.ts';
import { z } from 'zod';

const emailList = z
  .string()
  .default('')
  .transform((list) =>
    list
      .split(',')
      .map((email) => email.trim().toLowerCase())
      .filter(Boolean),
  )
  .refine(
    (emails) => emails.every((email) => /^[^\s@]+@[^\s@]+$/.test(email)),
    'must be e-mail addresses, parted by commas',
  );

const Environment = z.object({
  PORT: variables.port(8101),
  HOST: variables.host,
  PUBLIC_URL: variables.origin
    .refine((url) => url.startsWith('https:') || isLoopbackUrl(url), 'must be https (plain http is for loopback only)')
    .default('http://localhost:8080'),
  ALLOWED_DOMAIN: variables.domain,
  ADMIN_EMAILS: emailList,
  OIDC_ISSUER: variables.issuer,
  GOOGLE_CLIENT_ID: z.string(),
  GOOGLE_CLIENT_SECRET: z.string(),
  DATABASE_URL: variables.postgresUrl,
  REDIS_URL: variables.redisUrl.optional(),
  GROUPS_URL: variables.serviceUrls('http://127.0.0.1:8102'),
  CHAT_URL: variables.serviceUrls('http://127.0.0.1:8103'),
  MEDIA_URL: variables.serviceUrls('http://127.0.0.1:8104'),
  INTERNAL_SECRET: variables.secret,
  SESSION_SECRET: variables.secret,
  LOG_LEVEL: variables.logLevel,
  OTEL_EXPORTER_OTLP_ENDPOINT: variables.tracesEndpoint,
});

export type IdentityConfig = ReturnType<typeof identityConfig>;

/** Reads what the identity service is told by its environment; throws `ConfigError` naming every fault. */
export function identityConfig(environment: Record<string, string | undefined>) {
  const set = parseEnvironment(Environment, environment);
  return Object.freeze({
    port: set.PORT,
    host: set.HOST,
    publicUrl: set.PUBLIC_URL,
    adminEmails: set.ADMIN_EMAILS,
    signIn: Object.freeze({ issuer: set.OIDC_ISSUER, clientId: set.GOOGLE_CLIENT_ID, domain: set.ALLOWED_DOMAIN }),
    clientSecret: set.GOOGLE_CLIENT_SECRET,
    databaseUrl: set.DATABASE_URL,
    redisUrl: set.REDIS_URL,
    groupsUrls: set.GROUPS_URL,
    chatUrls: set.CHAT_URL,
    mediaUrls: set.MEDIA_URL,
    internalSecret: set.INTERNAL_SECRET,
    sessionSecret: set.SESSION_SECRET,
    logLevel: set.LOG_LEVEL,
    tracesEndpoint: set.OTEL_EXPORTER_OTLP_ENDPOINT,
  });
}
