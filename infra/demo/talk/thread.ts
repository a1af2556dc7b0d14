/** A sequence of lines by two people or more. */
export type Thread = readonly string[];
