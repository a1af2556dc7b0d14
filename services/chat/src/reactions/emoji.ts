const emoji = /^\p{RGI_Emoji}$/v;
const variationSelector = '\uFE0F';
/** A symbol that is older than emoji are: with the selector after it, or a skin tone, it is one. */
const oldSymbol = /[\p{Emoji}--\p{Emoji_Presentation}--\p{Emoji_Modifier}](?![\uFE0F\p{Emoji_Modifier}])/gv;
/** Some keyboards add the selector to what is an emoji anyway, and to a symbol that a skin tone makes one. */
const needless = /(?<=\p{Emoji_Presentation})\uFE0F(?!\uFE0F)|\uFE0F(?=\p{Emoji_Modifier})/gu;

/**
 * An emoji in its full form, or null for other text. Some keyboards leave out the selector for the coloured form of an
 * old symbol, such as the heart or the rainbow flag: with it added, both are the same reaction.
 */
export function fullEmoji(text: string): string | null {
  const full = text.replace(needless, '').replace(oldSymbol, `$&${variationSelector}`);
  return emoji.test(full) ? full : null;
}
