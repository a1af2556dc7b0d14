import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { texts } from '../texts.ts';

type Parsed = (error: Error | null, value?: unknown) => void;

/** Parses JSON in UTF-8. Bytes in another encoding are refused: otherwise their letters would be replaced by question marks. */
export function jsonParserOf(app: Pick<FastifyInstance, 'getDefaultJsonParser'>) {
  const parse = app.getDefaultJsonParser('error', 'error');
  return (request: FastifyRequest, body: Buffer, done: Parsed): void => {
    if (isUtf8(body)) void parse(request, body.toString(), done);
    else done(new AppError('malformed', texts.notUtf8));
  };
}
