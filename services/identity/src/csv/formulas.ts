/** What a formula begins with, for a spreadsheet. */
const signs = '=+\\-@＝＋－＠';
/** Where a cell begins for a spreadsheet that separates by semicolons, as in most of Europe, or by tabs. */
const separators = '[;\\t\\r\\n][ "]*';

const formulasInside = new RegExp(`(${separators})(?=[${signs}])`, 'gu');
const guards = new RegExp(`(^|${separators})'(?=[${signs}])`, 'gu');

/** An apostrophe before each formula within a cell. */
export const guarded = (cell: string) => cell.replace(formulasInside, "$1'");

/** A cell without the apostrophes before formulas, also at its beginning. */
export const unguarded = (cell: string) => cell.replace(guards, '$1');
