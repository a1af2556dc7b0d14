import { stringify } from 'csv-stringify/sync';
import { guarded } from './formulas.ts';

/** Makes spreadsheets read the file as UTF-8. */
export const byteOrderMark = '\ufeff';

/**
 * Rows as CSV (RFC 4180). A cell that a spreadsheet would run as a formula is prefixed with an apostrophe: people choose
 * their own display names, such as `=HYPERLINK(…)`, and these must do nothing for the admin who opens the file, whatever
 * separates the cells for their spreadsheet.
 */
export function csvRows(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((row) => row.map(guarded)),
    { escape_formulas: true, record_delimiter: '\r\n' },
  );
}
