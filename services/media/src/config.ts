import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { maxAttachmentBytes, maxAvatarBytes } from '@koinonia/contracts/media.ts';
import {
  parseEnvironment,
  serviceSettings,
  serviceVariables,
  variables,
  wholeNumber,
} from '@koinonia/kit/process/config.ts';
import { z } from 'zod';
import { dataFolderOf, fileVariables, filesOf } from './files.ts';

const mebibyte = 1024 * 1024;
const bytes = (standard: number) => wholeNumber('must be a number of bytes', { min: 1 }).default(standard);

const Environment = z.object({
  ...serviceVariables,
  IDENTITY_URL: variables.serviceUrls('http://127.0.0.1:8101'),
  CHAT_URL: variables.serviceUrls('http://127.0.0.1:8103'),
  AVATAR_MAX_BYTES: bytes(maxAvatarBytes),
  ATTACHMENT_MAX_BYTES: bytes(maxAttachmentBytes),
  UPLOAD_BYTES_A_DAY: bytes(200 * mebibyte),
  DISK_FULL_PERCENT: wholeNumber('must be a percentage', { min: 1, max: 100 }).default(90),
  ...fileVariables,
});

export type MediaConfig = ReturnType<typeof mediaConfig>;

/** Reads the media service's environment; throws `ConfigError` naming every fault. */
export const mediaConfig = (environment: Record<string, string | undefined>) => configOf(environment, 8104);

/** The same for the worker, which uses the same stores. */
export const workerConfig = (environment: Record<string, string | undefined>) => configOf(environment, 8105);

function configOf(environment: Record<string, string | undefined>, standardPort: number) {
  const set = parseEnvironment(Environment.extend({ PORT: variables.port(standardPort) }), environment);
  const files = filesOf(set);
  return Object.freeze({
    ...serviceSettings(set),
    identityUrls: set.IDENTITY_URL,
    chatUrls: set.CHAT_URL,
    files,
    /** The folder for uploads until they are complete, and for images while they are processed. */
    spoolFolder:
      files.kind === 'folder' || set.DATA_DIR !== undefined
        ? join(dataFolderOf(set), 'uploads')
        : join(tmpdir(), 'koinonia-media'),
    limits: Object.freeze({
      avatarBytes: set.AVATAR_MAX_BYTES,
      attachmentBytes: set.ATTACHMENT_MAX_BYTES,
      bytesADay: set.UPLOAD_BYTES_A_DAY,
      diskFullPercent: set.DISK_FULL_PERCENT,
    }),
  });
}

export type UploadLimits = MediaConfig['limits'];
