import { CommandError } from './run-command.ts';

export class BackupError extends CommandError {
  override name = 'BackupError';
}

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** The failure that a full disk, a full quota or a limit for files has caused; undefined when it was something else. */
export const noRoomForFiles = (error: unknown) => causeWith(['ENOSPC', 'EDQUOT', 'EFBIG'], error);

/** The same of the database, which has codes of its own (SQLSTATE `disk_full`). */
export const noRoomInDatabase = (error: unknown) => causeWith(['53100'], error);

function causeWith(codes: readonly string[], error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  return 'code' in error && codes.includes(String(error.code)) ? error : causeWith(codes, error.cause);
}
