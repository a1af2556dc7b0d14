const emoji = /^\p{RGI_Emoji}$/v;
const variationSelector = '\uFE0F';

/**
 * An emoji in its full form, or null for other text. Some keyboards leave out the selector for the coloured form of an
 * old symbol, such as the heart: with it added, both are the same reaction.
 */
export function fullEmoji(text: string): string | null {
  if (emoji.test(text)) return text;
  const full = text + variationSelector;
  return emoji.test(full) ? full : null;
}
