import { join } from 'node:path';
import type { SoloConfig } from './config.ts';
import type { DemoSignIn } from './demo-sign-in/demo-sign-in.ts';

interface Facts {
  readonly publicUrl: string;
  readonly config: SoloConfig;
  readonly s3Endpoint: string | undefined;
  readonly demo: DemoSignIn | null;
}

/** The message at the terminal once everything runs. */
export function banner(facts: Facts): string {
  const parts = partsOf(facts).map(([name, text]) => `  ${name.padEnd(9)} ${text}`);
  return [
    '',
    `Koinonia is running: ${facts.publicUrl}`,
    '',
    ...parts,
    '',
    howToSignIn(facts),
    'Stop it with Ctrl-C. The data stays for the next start.',
    '',
  ].join('\n');
}

function partsOf({ config, s3Endpoint, demo }: Facts): [string, string][] {
  const { databaseUrl, redisUrl, dataDir, issuer } = config;
  const embedded = (what: string, variable: string) => `embedded: ${what} (${variable} is unset)`;
  const real = (address: string) => `real: ${withoutSecrets(address)}`;
  return [
    [
      'Database',
      databaseUrl ? real(databaseUrl) : embedded(`PostgreSQL in ${join(dataDir, 'postgres')}`, 'DATABASE_URL'),
    ],
    ['Events', redisUrl ? real(redisUrl) : embedded('within this process', 'REDIS_URL')],
    ['Files', s3Endpoint ? real(s3Endpoint) : embedded(join(dataDir, 'files'), 'S3_ENDPOINT')],
    ['Sign-in', demo ? embedded('a demo, for this machine only', 'GOOGLE_CLIENT_ID') : real(issuer)],
  ];
}

function howToSignIn({ demo, config }: Facts): string {
  if (!demo) return `Sign in with an account of ${config.domain}.`;
  const admins = demo.people.filter(({ email }) => demo.adminEmails.includes(email)).map(({ name }) => name);
  const choice = `${demo.people.length} people, ${admins.join(', ')} is an admin`;
  return `To sign in, press 'Sign in with Google' and choose who you are: ${choice}.`;
}

function withoutSecrets(address: string): string {
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname}`;
}
