/** Nothing: `keepNumbersPlain` does it at each start. The name stays, because databases have recorded it. */
export const up = async (): Promise<void> => {};
