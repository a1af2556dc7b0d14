import { invalid } from '@koinonia/kit/errors.ts';
import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';
import { texts } from '../texts.ts';
import { unguarded } from './formulas.ts';

const Records = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.int() }) }));

/** A row by its headings, in lower case; `line` counts from 1, including the headings' line. */
export interface CsvRow {
  line: number;
  cells: ReadonlyMap<string, string>;
  /** Whether a column without a heading has content. */
  hasMore: boolean;
}

export interface Csv {
  headings: readonly string[];
  rows: readonly CsvRow[];
}

/** The byte order mark, and marks that are copied along from web pages and mails: nobody sees them in an address. */
const invisible = /\p{Cf}/gu;

/**
 * Reads CSV as spreadsheets write it, separated by commas, semicolons or, when it was copied, tabs; emptied rows are left
 * out. An apostrophe before a formula is left out, because we write one ourselves. Throws `invalid` for other text.
 */
export function readCsv(file: string): Csv {
  const text = file.replace(invisible, '');
  const firstLine = /\S.*/.exec(text)?.[0] ?? '';
  try {
    const records: unknown = parse(text, {
      info: true,
      trim: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      relax_column_count: true,
      delimiter: [',', ';', '\t'].find((sign) => firstLine.includes(sign)) ?? ',',
    });
    return byHeadings(Records.parse(records));
  } catch (error) {
    if (error instanceof CsvError) throw invalid(inWords(error));
    throw error;
  }
}

function byHeadings([first, ...rest]: z.infer<typeof Records>): Csv {
  const headings = first?.record.map((name) => name.toLowerCase()) ?? [];
  const rows = rest.map(({ record, info }) => ({
    line: info.lines,
    cells: new Map(headings.map((name, index) => [name, unguarded(record[index] ?? '')])),
    hasMore: record.slice(headings.length).some((cell) => cell !== ''),
  }));
  return { headings, rows };
}

/** A message that helps the author of the list; the library's own messages name its settings. */
function inWords({ code, lines }: CsvError): string {
  const line = typeof lines === 'number' ? lines : 1;
  return code === 'CSV_QUOTE_NOT_CLOSED' ? texts.quoteNotClosed(line) : texts.lineNotRead(line);
}
