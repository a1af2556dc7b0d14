import { join, resolve } from 'node:path';
import { ConfigError, isLoopbackUrl, isWellKnown } from '@koinonia/kit/process/config.ts';
import type { FileStore } from '@koinonia/kit/files/file-store.ts';
import { createFolderStore } from '@koinonia/kit/files/folder-store.ts';
import type { S3Options } from '@koinonia/kit/files/s3-store.ts';
import { z } from 'zod';

const checkout = resolve(import.meta.dirname, '../../..');

/** The variables for the file store; the service and its worker need the same values. */
export const fileVariables = {
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be the http(s) address of an S3 store' })
    .refine((url) => URL.canParse(url) && new URL(url).pathname === '/', 'must have no path; the bucket is S3_BUCKET')
    .optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/, 'must be 3 to 63 lower-case letters, digits and -')
    .default('koinonia'),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  DATA_DIR: z.string().optional(),
};

/** The folder for all data on this machine. */
export const dataFolderOf = (set: { DATA_DIR?: string | undefined }) => resolve(checkout, set.DATA_DIR ?? '.data');

export type FilesConfig =
  | { readonly kind: 's3'; readonly s3: S3Options }
  | { readonly kind: 'folder'; readonly folder: string };

/** S3 when its address is set, otherwise a folder. Throws `ConfigError` when the settings for S3 are incomplete. */
export function filesOf(set: z.infer<z.ZodObject<typeof fileVariables>>): FilesConfig {
  const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = set;
  if (!endpoint) {
    if (accessKey || secretKey)
      throw new ConfigError('The configuration is wrong:\n  S3_ENDPOINT: must be set with the S3 keys');
    return { kind: 'folder', folder: join(dataFolderOf(set), 'files') };
  }
  const missing = [!accessKey && 'S3_ACCESS_KEY', !secretKey && 'S3_SECRET_KEY'].filter(Boolean);
  if (!accessKey || !secretKey) {
    throw new ConfigError(
      `The configuration is wrong:\n${missing.map((name) => `  ${name}: must be set with S3_ENDPOINT`).join('\n')}`,
    );
  }
  const weak = weakKeys(endpoint, { S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey });
  if (weak.length > 0) throw new ConfigError(`The configuration is wrong:\n${weak.join('\n')}`);
  return { kind: 's3', s3: { endpoint, region: set.S3_REGION, bucket: set.S3_BUCKET, accessKey, secretKey } };
}

const shortestSecretKey = 16;

/** The faults of a store's keys, one per line: attackers try the default keys of common stores. */
function weakKeys(endpoint: string, keys: { S3_ACCESS_KEY: string; S3_SECRET_KEY: string }): string[] {
  const wellKnown = Object.entries(keys).filter(([, key]) => isWellKnown(key));
  const faults = wellKnown.map(([name]) => `  ${name}: is well known; \`npm run env\` makes one that is not`);
  const isShort = !isLoopbackUrl(endpoint) && keys.S3_SECRET_KEY.length < shortestSecretKey;
  return isShort ? [...faults, `  S3_SECRET_KEY: must have at least ${shortestSecretKey} characters`] : faults;
}

/** Opens the store; an S3 store must answer now. */
export async function openFiles(config: FilesConfig): Promise<FileStore> {
  if (config.kind === 'folder') return createFolderStore(config.folder);
  // Loaded only where it is used, as it is large.
  const { createS3Store } = await import('@koinonia/kit/files/s3-store.ts');
  return createS3Store(config.s3);
}

/**
 * Names the variable of a folder that cannot be used. A full disk is not the variable's fault, and its error is thrown as it
 * is.
 */
export function tellDataDir(error: unknown): never {
  const isOfSystem = error instanceof Error && 'syscall' in error && 'code' in error;
  if (!isOfSystem || error.code === 'ENOSPC') throw error;
  throw new ConfigError(`DATA_DIR: the folder cannot be used (${error.message})`, { cause: error });
}
