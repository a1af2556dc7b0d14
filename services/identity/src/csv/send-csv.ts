import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { sendDownload } from '../send-download.ts';

/** Answers with rows for a spreadsheet, streamed in pieces. */
export const sendCsv = (reply: FastifyReply, name: string, pieces: Iterable<string> | AsyncIterable<string>) =>
  sendDownload(reply, { name, ending: 'csv', contentType: 'text/csv; charset=utf-8' }, Readable.from(pieces));
