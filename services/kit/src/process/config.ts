import { z } from 'zod';

/** The environment is wrong. The message lists all faults, one per line, by the variable's name. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

const inQuotes = /^(["']).*\1$/s;

/**
 * Reads the whole environment once against a zod object whose keys are variable names. Values are trimmed, and an empty one
 * counts as unset. A value in quotes is a fault: some programs that read env files strip them, others keep them, so the same
 * file would mean two things. Throws `ConfigError`; the result is frozen.
 */
export function parseEnvironment<Schema extends z.ZodObject>(
  schema: Schema,
  environment: Record<string, string | undefined>,
): Readonly<z.output<Schema>> {
  const set = Object.fromEntries(
    Object.entries(environment)
      .map(([name, value = '']) => [name, value.trim()] as const)
      .filter(([, value]) => value !== ''),
  );
  const quoted = Object.keys(schema.shape).filter((name) => inQuotes.test(set[name] ?? ''));
  const parsed = schema.safeParse(set);
  if (parsed.success && quoted.length === 0) return Object.freeze(parsed.data);
  const isUnset = ({ code, path }: z.core.$ZodIssue) => code === 'invalid_type' && !(String(path[0]) in set);
  const others = (parsed.error?.issues ?? []).filter(({ path }) => !quoted.includes(String(path[0])));
  const faults = [
    ...quoted.map((name) => `  ${name}: is in quotes, which would become part of the value: remove them`),
    ...others.map((issue) => `  ${issue.path.join('.')}: ${isUnset(issue) ? 'is not set' : issue.message}`),
  ];
  throw new ConfigError(`The configuration is wrong:\n${faults.join('\n')}`);
}

const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);

/** True for an http(s) address whose host is this machine. */
export function isLoopbackUrl(url: string): boolean {
  return URL.canParse(url) && isLoopback(new URL(url).hostname);
}

/** Default passwords of software and of examples: everybody who has read a manual knows them. */
const wellKnown =
  /^((minio|minioadmin|minio123|admin|root|postgres|redis|koinonia|seaweed|secret|password|passw0rd|change[-_ ]?(me|it)|example|default|test|12345678)[-_ ]?)+$/i;

/** True for a secret that appears in manuals and examples, and so protects nothing. */
export const isWellKnown = (secret: string): boolean => wellKnown.test(secret);

/** Minimum length of a password that other machines could try to guess. */
const shortestPassword = 12;

function hasPasswordToRelyOn(url: string): boolean {
  const { hostname, password: encoded } = new URL(url);
  if (encoded === '' || hostname === '' || isLoopback(hostname)) return true;
  const password = decodeURIComponent(encoded);
  return password.length >= shortestPassword && !isWellKnown(password);
}
const weakPassword = `has a password that is well known or shorter than ${shortestPassword} characters`;

function canBeDecoded(url: string): boolean {
  const { username, password } = new URL(url);
  try {
    decodeURIComponent(`${username}:${password}`);
    return true;
  } catch {
    return false;
  }
}

/** The address of a store, which may contain a user name and a password. */
const storeUrl = (protocol: RegExp, error: string) =>
  z
    .url({ protocol, error, abort: true })
    .refine(canBeDecoded, { error: 'has a % in its user name or password that must be written as %25', abort: true })
    .refine(hasPasswordToRelyOn, weakPassword);

const isBare = (url: string) => new URL(url).href === `${new URL(url).origin}/`;

/** An issuer may have a path. What it publishes is found below it. */
function mayBeIssuer(url: string): boolean {
  const { username, password, pathname, search, hash } = new URL(url);
  return username + password + search + hash === '' && !pathname.includes('/.well-known');
}

const domainLabel = '[a-z0-9]([a-z0-9-]*[a-z0-9])?';
const domainName = new RegExp(`^${domainLabel}(\\.${domainLabel})+$`);

/** A whole number in digits alone: not `0x10` or `1e3`. `wrong` is said of anything else, and of one outside these limits. */
export const wholeNumber = (
  wrong: string,
  { min = 0, max = Number.MAX_SAFE_INTEGER }: { min?: number; max?: number } = {},
) =>
  z
    .string()
    .regex(/^\d+$/, { error: wrong, abort: true })
    .transform(Number)
    .refine((number) => number >= min && number <= max, wrong);

/** The variables that several processes read, each defined once. */
export const variables = {
  port: (standard: number) => wholeNumber('must be a port number', { max: 65_535 }).default(standard),
  host: z.string().default('127.0.0.1'),
  /** An origin: an address without a path; a trailing slash is cut off. */
  origin: z
    .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
    .refine((url) => !URL.canParse(url) || isBare(url), 'must have no path, user name or query')
    .transform((url) => new URL(url).origin),
  /** One or more origins of a service's nodes, separated by commas. */
  serviceUrls: (standard: string) =>
    z
      .string()
      .default(standard)
      .transform((list) =>
        list
          .split(',')
          .map((url) => url.trim())
          .filter(Boolean),
      )
      .refine((urls) => urls.length > 0 && urls.every((url) => url.startsWith('http://') && URL.canParse(url)), {
        error: 'must be one or more http addresses, separated by commas',
        abort: true,
      })
      .refine((urls) => urls.every(isBare), 'must be addresses without a path, user name or query'),
  /** Google, or another issuer over https; plain http on loopback only, for demo sign-in and tests. */
  issuer: z
    .url({ protocol: /^https?$/, error: 'must be the address of an OpenID issuer', abort: true })
    .refine((url) => url.startsWith('https:') || isLoopbackUrl(url), 'must be https (plain http is for loopback only)')
    .refine(mayBeIssuer, 'must be the issuer alone, without /.well-known, user name or query')
    .transform((url) => url.replace(/\/$/, ''))
    .default('https://accounts.google.com'),
  clientId: z.string('must be set: the OAuth client that people sign in with'),
  domain: z
    .string('must be set: the e-mail domain of the organisation')
    .transform((domain) => domain.trim().toLowerCase().replace(/^@/, ''))
    .refine((domain) => domainName.test(domain), 'must be a domain such as base.example'),
  postgresUrl: storeUrl(/^postgres(ql)?$/, 'must be a postgres:// address'),
  redisUrl: storeUrl(/^rediss?$/, 'must be a redis:// address')
    // Without one, the client would use this machine.
    .refine((url) => new URL(url).hostname !== '', 'must name a host')
    .refine(
      (url) => /^\/?\d*$/.test(new URL(url).pathname),
      'must have nothing but the number of a database after its host',
    ),
  secret: z
    .string('must be set; `openssl rand -hex 32` makes one')
    .min(32, 'must have at least 32 characters; `openssl rand -hex 32` makes one')
    .refine((secret) => !isWellKnown(secret), 'is well known; `openssl rand -hex 32` makes one that is not'),
  /** Where traces are sent by OTLP over HTTP; `/v1/traces` is appended. When unset, no traces are collected. */
  tracesEndpoint: z
    .url({ protocol: /^https?$/, error: 'must be the http(s) address of an OpenTelemetry collector' })
    .transform((url) => url.replace(/\/$/, ''))
    .optional(),
  logLevel: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
} as const;

/** The variables that every service reads, besides its own. */
export const serviceVariables = {
  HOST: variables.host,
  DATABASE_URL: variables.postgresUrl,
  REDIS_URL: variables.redisUrl.optional(),
  INTERNAL_SECRET: variables.secret,
  LOG_LEVEL: variables.logLevel,
  OTEL_EXPORTER_OTLP_ENDPOINT: variables.tracesEndpoint,
} as const;

/** The same variables under the names that services use. */
export const serviceSettings = (set: z.output<z.ZodObject<typeof serviceVariables>> & { PORT: number }) => ({
  port: set.PORT,
  host: set.HOST,
  databaseUrl: set.DATABASE_URL,
  redisUrl: set.REDIS_URL,
  internalSecret: set.INTERNAL_SECRET,
  logLevel: set.LOG_LEVEL,
  tracesEndpoint: set.OTEL_EXPORTER_OTLP_ENDPOINT,
});
