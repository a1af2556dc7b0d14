import { CommandError } from './run-command.ts';

export class BackupError extends CommandError {
  override name = 'BackupError';
}

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
