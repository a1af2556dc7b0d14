import { join } from 'node:path';
import type { SoloConfig } from './config.ts';
import type { DemoSignIn } from './demo-sign-in/demo-sign-in.ts';

/** What is said at the terminal once everything runs. */
export function banner(facts: {
  publicUrl: string;
  config: SoloConfig;
  s3Endpoint: string | undefined;
  issuer: string;
  demo: DemoSignIn | null;
}): string {
  const { config, demo } = facts;
  const lines: [string, string][] = [
    ['Database', config.databaseUrl ? `real: ${withoutSecrets(config.databaseUrl)}` : `embedded PostgreSQL in ${join(config.dataDir, 'postgres')} (DATABASE_URL is unset)`],
    ['Events', config.redisUrl ? `real: ${withoutSecrets(config.redisUrl)}` : 'embedded, in this process (REDIS_URL is unset)'],
    ['Files', facts.s3Endpoint ? `real: ${facts.s3Endpoint}` : `embedded, in ${join(config.dataDir, 'files')} (S3_ENDPOINT is unset)`],
    ['Sign-in', demo ? 'demo, for this machine only (GOOGLE_CLIENT_ID is unset)' : `real: ${facts.issuer}`],
  ];
  return [
    '',
    `Koinonia is running: ${facts.publicUrl}`,
    '',
    ...lines.map(([name, text]) => `  ${name.padEnd(9)} ${text}`),
    '',
    ...howToSignIn(demo, config),
    'Stop it with Ctrl-C. The data stays for the next start.',
    '',
  ].join('\n');
}

function howToSignIn(demo: DemoSignIn | null, config: SoloConfig): string[] {
  if (!demo) return [`Sign in with an account of ${config.domain}.`];
  const admins = demo.people.filter(({ email }) => demo.adminEmails.includes(email));
  const admin = admins.map(({ name }) => name).join(', ');
  return [`To sign in, press 'Sign in with Google' and choose who you are: ${demo.people.length} people, ${admin} is admin.`];
}

function withoutSecrets(address: string): string {
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname}`;
}
