/** Set by `npm run faults`: faults last as long as the table says, crowds are larger, and more is said. */
export const isLong = process.env['FAULT_ROUNDS'] !== undefined;
