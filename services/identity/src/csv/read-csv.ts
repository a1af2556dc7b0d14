import { invalid } from '@koinonia/kit/errors.ts';
import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';

const Records = z.array(z.object({ record: z.record(z.string(), z.string()), info: z.object({ lines: z.int() }) }));

/** A row by its headings, in lower case; `line` counts from 1, with the headings' line. */
export interface CsvRow {
  line: number;
  cells: Readonly<Record<string, string>>;
}

/** Reads CSV as spreadsheets write it, parted by commas or semicolons. Throws `invalid` for what is none. */
export function readCsv(text: string): CsvRow[] {
  const headings = text.slice(0, text.search(/[\r\n]|$/));
  try {
    const rows: unknown = parse(text, {
      bom: true,
      info: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      delimiter: headings.includes(';') && !headings.includes(',') ? ';' : ',',
      columns: (names: string[]) => names.map((name) => name.trim().toLowerCase()),
    });
    return Records.parse(rows).map(({ record, info }) => ({ line: info.lines, cells: record }));
  } catch (error) {
    if (error instanceof CsvError) throw invalid(`This is no CSV file: ${error.message}`);
    throw error;
  }
}
