import { codeOf } from '../code-of.ts';

/** A full disk, a full quota, a limit for files; and what S3 stores call them. */
const ofFiles = ['ENOSPC', 'EDQUOT', 'EFBIG', 'XMinioStorageFull', 'QuotaExceeded', 'XMinioAdminBucketQuotaExceeded'];

/** SQLSTATE `disk_full`. */
const ofDatabase = ['53100'];

/** The failure of this machine or a file store, or its cause, that says 'no room'; undefined when it was something else. */
export const noRoomForFiles = (error: unknown) => causeWith(ofFiles, error);

/** The same for the database. */
export const noRoomInDatabase = (error: unknown) => causeWith(ofDatabase, error);

function causeWith(codes: readonly string[], error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  return codes.includes(codeOf(error)) ? error : causeWith(codes, error.cause);
}
