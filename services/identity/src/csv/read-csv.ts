import { invalid } from '@koinonia/kit/errors.ts';
import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';

const Records = z.array(z.object({ record: z.record(z.string(), z.string()), info: z.object({ lines: z.int() }) }));

/** A row by its headings, in lower case; `line` counts from 1, including the headings' line. */
export interface CsvRow {
  line: number;
  cells: Readonly<Record<string, string>>;
}

/** The byte order mark, and marks that are copied along from web pages and mails: nobody sees them in an address. */
const invisible = /\p{Cf}/gu;

/**
 * Reads CSV as spreadsheets write it, separated by commas, semicolons or, when it was copied, tabs; emptied rows are left
 * out. Throws `invalid` for other text.
 */
export function readCsv(file: string): CsvRow[] {
  const text = file.replace(invisible, '');
  const headings = /\S.*/.exec(text)?.[0] ?? '';
  try {
    const rows: unknown = parse(text, {
      info: true,
      trim: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      relax_column_count: true,
      delimiter: [',', ';', '\t'].find((sign) => headings.includes(sign)) ?? ',',
      columns: (names: string[]) => names.map((name) => name.trim().toLowerCase()),
    });
    return Records.parse(rows).map(({ record, info }) => ({ line: info.lines, cells: record }));
  } catch (error) {
    if (error instanceof CsvError) throw invalid(inWords(error));
    throw error;
  }
}

/** A message that helps the author of the list; the library's own messages name its settings. */
function inWords({ code, lines }: CsvError): string {
  const line = typeof lines === 'number' ? lines : 1;
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return `A quotation mark is opened before the end of line ${line} and never closed.`;
  return `Line ${line} could not be read: look for a quotation mark that is too many.`;
}
