import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { PlainError, runMain } from './plain-words.mjs';

/** Bytes of each secret; S3 stores refuse keys that are longer. */
const secrets = {
  INTERNAL_SECRET: 32,
  SESSION_SECRET: 32,
  POSTGRES_PASSWORD: 24,
  REDIS_PASSWORD: 24,
  METRICS_TOKEN: 24,
  BACKUP_KEY: 24,
  S3_ACCESS_KEY: 10,
  S3_SECRET_KEY: 20,
};

await runMain(async () => {
  const example = readFileSync(join(root, '.env.example'), 'utf8');
  const filledIn = example.replace(/^(\w+)=$/gm, (line, name) =>
    name in secrets ? `${line}${secret(secrets[name])}` : line,
  );
  const file = join(root, '.env');
  try {
    // Readable by this user alone, and never over an existing file: its secrets are in use.
    writeFileSync(file, filledIn, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (error.code === 'EEXIST') throw new PlainError('There is already a file .env. It was left as it is.');
    if (['EACCES', 'EPERM', 'EROFS'].includes(error.code))
      throw new PlainError(`${file} cannot be written (${error.code}). Run this in a checkout that you may write to.`);
    throw error;
  }
  const empty = [...filledIn.matchAll(/^(\w+)=$/gm)].map(([, name]) => name);
  console.log(`Made .env with fresh secrets. Look through it, and set what is still empty: ${empty.join(', ')}.`);
});

function secret(bytes) {
  return randomBytes(bytes).toString('hex');
}
