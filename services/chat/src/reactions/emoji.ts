const emoji = /^\p{RGI_Emoji}$/v;
const variationSelector = '\uFE0F';

/**
 * An emoji in its full form, or null for what is none. Some keyboards leave out the selector that asks for the coloured
 * form of an old symbol, such as the heart: with it, the two are one reaction and not two.
 */
export function fullEmoji(text: string): string | null {
  if (emoji.test(text)) return text;
  const full = text + variationSelector;
  return emoji.test(full) ? full : null;
}
