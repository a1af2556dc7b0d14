import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { isWellKnown, parseEnvironment, variables, wholeNumber } from '@koinonia/kit/process/config.ts';
import { z } from 'zod';

const perMinute = (standard: number) => wholeNumber('must be a whole number, 1 or more', { min: 1 }).default(standard);

function isAddressOrNetwork(text: string): boolean {
  const [, address = '', bits = '0'] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const family = isIP(address);
  return family !== 0 && Number(bits) <= (family === 6 ? 128 : 32);
}

/** Addresses and networks (`10.0.0.0/8`), separated by spaces or commas. */
const addresses = z
  .string()
  .default('')
  .transform((list) => list.split(/[\s,]+/).filter(Boolean))
  .refine(
    (all) => all.every(isAddressOrNetwork),
    'must be addresses or networks such as 10.0.0.0/8, separated by spaces or commas',
  );

const Environment = z.object({
  PORT: variables.port(8080),
  HOST: variables.host,
  PUBLIC_URL: variables.origin.optional(),
  ORG_NAME: z.string().default('Local Base'),
  ALLOWED_DOMAIN: variables.domain,
  OIDC_ISSUER: variables.issuer,
  GOOGLE_CLIENT_ID: variables.clientId,
  SIGN_IN: z.enum(['google', 'demo']).default('google'),
  REDIS_URL: variables.redisUrl.optional(),
  INTERNAL_SECRET: variables.secret,
  IDENTITY_URL: variables.serviceUrls('http://127.0.0.1:8101'),
  GROUPS_URL: variables.serviceUrls('http://127.0.0.1:8102'),
  CHAT_URL: variables.serviceUrls('http://127.0.0.1:8103'),
  MEDIA_URL: variables.serviceUrls('http://127.0.0.1:8104'),
  RATE_LIMIT: z.enum(['on', 'off']).default('on'),
  RATE_LIMIT_CALLS: perMinute(600),
  RATE_LIMIT_SENDS: perMinute(120),
  RATE_LIMIT_NEW_CHATS: perMinute(20),
  RATE_LIMIT_SIGN_INS: perMinute(60),
  RATE_LIMIT_CALLBACKS: perMinute(120),
  RATE_LIMIT_REFUSED: perMinute(3000),
  RATE_LIMIT_SOCKETS: perMinute(6000),
  TRUSTED_PROXIES: addresses,
  METRICS_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .refine((token) => !isWellKnown(token), 'is well known; `npm run env` makes one that is not')
    .optional(),
  // The default may be built later, as in development: until then, a page is a sentence that says so.
  WEB_DIST: z
    .string()
    .refine((folder) => existsSync(join(folder, 'index.html')), 'must be the folder of the built web client')
    .default(resolve(import.meta.dirname, '../../web/dist')),
  LOG_LEVEL: variables.logLevel,
  OTEL_EXPORTER_OTLP_ENDPOINT: variables.tracesEndpoint,
});

export type GatewayConfig = ReturnType<typeof gatewayConfig>;

/** Reads the gateway's environment; throws `ConfigError` naming every fault. */
export function gatewayConfig(environment: Record<string, string | undefined>) {
  const set = parseEnvironment(Environment, environment);
  return Object.freeze({
    port: set.PORT,
    host: set.HOST,
    publicUrl: set.PUBLIC_URL ?? `http://localhost:${set.PORT}`,
    orgName: set.ORG_NAME,
    signIn: Object.freeze({ issuer: set.OIDC_ISSUER, clientId: set.GOOGLE_CLIENT_ID, domain: set.ALLOWED_DOMAIN }),
    signInKind: set.SIGN_IN,
    redisUrl: set.REDIS_URL,
    internalSecret: set.INTERNAL_SECRET,
    serviceUrls: Object.freeze({
      identity: set.IDENTITY_URL,
      groups: set.GROUPS_URL,
      chat: set.CHAT_URL,
      media: set.MEDIA_URL,
    }),
    limits:
      set.RATE_LIMIT === 'off'
        ? null
        : Object.freeze({
            call: set.RATE_LIMIT_CALLS,
            send: set.RATE_LIMIT_SENDS,
            newChat: set.RATE_LIMIT_NEW_CHATS,
            signIn: set.RATE_LIMIT_SIGN_INS,
            callback: set.RATE_LIMIT_CALLBACKS,
            refused: set.RATE_LIMIT_REFUSED,
            socket: set.RATE_LIMIT_SOCKETS,
          }),
    trustedProxies: set.TRUSTED_PROXIES,
    /** Undefined: only programs on this machine may read the metrics. */
    metricsToken: set.METRICS_TOKEN,
    webDist: resolve(set.WEB_DIST),
    logLevel: set.LOG_LEVEL,
    tracesEndpoint: set.OTEL_EXPORTER_OTLP_ENDPOINT,
  });
}
