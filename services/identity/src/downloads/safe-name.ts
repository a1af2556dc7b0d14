/** Characters that some system forbids in file names, control characters, and characters that change the direction of text. */
const refused = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}/\\:*?"<>|]/gu;
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
const longest = 60;

/** A file name that is valid on every system: made from a person's text, but never a path and never deceptive. */
export function safeName(name: string, otherwise: string): string {
  const plain = name
    .normalize('NFC')
    .replace(refused, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  const short = shortened(plain);
  if (short === '') return otherwise;
  return reserved.test(short) ? `_${short}` : short;
}

/** Keeps the extension, by which programs recognise a file. */
function shortened(name: string): string {
  const characters = [...name];
  if (characters.length <= longest) return name;
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? '';
  return (
    characters
      .slice(0, longest - ending.length)
      .join('')
      .trimEnd() + ending
  );
}
