/** What is said one after another, by two people or more. */
export type Thread = readonly string[];
