import { type ErrorBody, errorStatus, type ErrorCode } from '@koinonia/contracts/errors.ts';
import type { FastifyBaseLogger, FastifyError } from 'fastify';
import { AppError, unavailable } from '../errors.ts';
import { isStoreAway } from '../stores/store-away.ts';
import { texts } from '../texts.ts';

const codeByStatus = new Map<number, ErrorCode>(
  (Object.entries(errorStatus) as [ErrorCode, number][]).reverse().map(([code, status]) => [status, code]),
);

const textByStatus: Record<number, string> = {
  400: texts.notUnderstood,
  413: texts.tooLarge,
  414: texts.addressTooLong,
  415: texts.wrongKind,
};

/** The answer to the caller for a failure. Failures that are not meant for the caller become an opaque 500. */
export function toAppError(error: FastifyError | AppError | Error): AppError {
  if (error instanceof AppError) return error;
  if (isStoreAway(error)) return unavailable(error);
  const status = 'statusCode' in error ? error.statusCode : undefined;
  const code = status !== undefined && status < 500 ? codeByStatus.get(status) : undefined;
  if (code === undefined || status === undefined) {
    return new AppError('internal', texts.ourFault, { cause: error });
  }
  return new AppError(code, textByStatus[status] ?? texts.refused, { cause: error });
}

export const bodyOfError = ({ message, code }: AppError): ErrorBody => ({ error: message, code });

export function logRefusal(log: FastifyBaseLogger, method: string, told: AppError, error: unknown): void {
  if (told.status >= 500) log.error({ err: error }, `${method} failed: ${told.code}`);
  else log.debug({ code: told.code, err: told.cause }, `${method} refused: ${told.code}`);
}
