/** The beginning of a text. Counts as the server does, in code points: `maxlength` counts UTF-16 units. */
export const firstCharacters = (text: string, count: number) =>
  text.length <= count ? text : [...text].slice(0, count).join('');
