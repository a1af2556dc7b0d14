import { PlainError } from '@koinonia/kit/process/plain-error.ts';

export class BackupError extends PlainError {
  override name = 'BackupError';
}

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
