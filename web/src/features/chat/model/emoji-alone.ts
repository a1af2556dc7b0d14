/** A flag, or a picture with what may follow it: a skin colour, and further pictures that are joined to it. */
const one = (() => {
  const picture = String.raw`(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F)\p{Emoji_Modifier}?`;
  const joined = String.raw`(?:\u200D(?:${picture}|\p{Extended_Pictographic}\p{Emoji_Modifier}?))*`;
  return String.raw`(?:\p{Regional_Indicator}{2}|(?:${picture}|\p{Extended_Pictographic}\p{Emoji_Modifier})${joined})`;
})();

const upToThree = new RegExp(`^(?:\\s*${one}){1,3}\\s*$`, 'u');

/** Whether a text is one to three emoji and nothing else: these are shown larger. */
export const isEmojiAlone = (text: string): boolean => text.length < 64 && upToThree.test(text);
