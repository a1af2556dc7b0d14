import { type DestinationStream, type LevelWithSilent, type Logger, pino } from 'pino';
import { createOutput, type Output } from './output.ts';
import { currentRequest } from './request-context.ts';

export type { Logger };

/** JSON lines on standard output. Tokens, cookies, e-mails and message texts are never logged. */
export function createLog(level: LevelWithSilent, name: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { service: name },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    // Headers of requests, which libraries log at the level `trace`: they contain the caller's credentials.
    redact: { paths: ['headers', '*.headers'], remove: true },
    serializers: { err: describeError, cause: describeError },
    mixin: requestOf,
  };
  return pino(options, destination ?? standardOutput());
}

let output: Output | undefined;

function standardOutput(): Output {
  if (!output) {
    output = createOutput(process.stdout.fd);
    process.once('exit', output.flushSync);
  }
  return output;
}

/** Every line that is written while a request is worked on carries the request's id. */
function requestOf(_line: object, _level: number, logger: Logger): object {
  const request = currentRequest();
  return request === undefined || 'reqId' in logger.bindings() ? {} : { reqId: request.requestId };
}

/**
 * The fields of an error that may be logged. Nothing else: PostgreSQL puts the values of a row into `detail`, HTTP clients
 * put whole requests with their headers into their errors.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : undefined;
  const code = 'code' in error ? error.code : undefined;
  return { type: error.name, message: error.message, code, stack: error.stack, cause: describeError(error.cause) };
}
