import { stringify } from 'csv-stringify/sync';

/** What makes spreadsheets read the file as UTF-8. */
export const byteOrderMark = '\ufeff';

/**
 * Rows as CSV (RFC 4180). A cell that a spreadsheet would take for a formula is opened by an apostrophe: a display name
 * such as `=HYPERLINK(…)` is somebody's own choice, and must do nothing on the screen of the admin who opens the file.
 */
export function csvRows(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((row) => [...row]),
    { escape_formulas: true, record_delimiter: '\r\n' },
  );
}
