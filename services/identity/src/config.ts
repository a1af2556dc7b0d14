import {
  isLoopbackUrl,
  parseEnvironment,
  serviceSettings,
  serviceVariables,
  variables,
} from '@koinonia/kit/process/config.ts';
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
    'must be e-mail addresses, separated by commas',
  );

const Environment = z.object({
  ...serviceVariables,
  PORT: variables.port(8101),
  PUBLIC_URL: variables.origin
    .refine((url) => url.startsWith('https:') || isLoopbackUrl(url), 'must be https (plain http is for loopback only)')
    .default('http://localhost:8080'),
  ALLOWED_DOMAIN: variables.domain,
  ADMIN_EMAILS: emailList,
  OIDC_ISSUER: variables.issuer,
  GOOGLE_CLIENT_ID: variables.clientId,
  GOOGLE_CLIENT_SECRET: z.string('must be set: the secret of that client'),
  GROUPS_URL: variables.serviceUrls('http://127.0.0.1:8102'),
  CHAT_URL: variables.serviceUrls('http://127.0.0.1:8103'),
  MEDIA_URL: variables.serviceUrls('http://127.0.0.1:8104'),
  SESSION_SECRET: variables.secret,
});

export type IdentityConfig = ReturnType<typeof identityConfig>;

/** Reads the identity service's environment; throws `ConfigError` naming every fault. */
export function identityConfig(environment: Record<string, string | undefined>) {
  const set = parseEnvironment(Environment, environment);
  return Object.freeze({
    ...serviceSettings(set),
    publicUrl: set.PUBLIC_URL,
    adminEmails: set.ADMIN_EMAILS,
    signIn: Object.freeze({ issuer: set.OIDC_ISSUER, clientId: set.GOOGLE_CLIENT_ID, domain: set.ALLOWED_DOMAIN }),
    clientSecret: set.GOOGLE_CLIENT_SECRET,
    groupsUrls: set.GROUPS_URL,
    chatUrls: set.CHAT_URL,
    mediaUrls: set.MEDIA_URL,
    sessionSecret: set.SESSION_SECRET,
  });
}
