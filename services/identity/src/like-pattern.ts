/** For SQL's `like`: whatever holds this text. Its wildcards stand for themselves. */
export const likePattern = (text: string) => `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`;
