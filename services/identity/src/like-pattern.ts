/** A pattern for SQL's `like` that matches any text containing this one. Wildcards in it are escaped. */
export const likePattern = (text: string) => `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`;
