/** What no system takes in a file's name, with control characters, and those that turn the direction of reading. */
const refused = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}/\\:*?"<>|]/gu;
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
const longest = 60;

/** A name that every system can give to a file: of people's own words, but never a path or a trick. */
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

/** Keeps the ending, by which programs know a file. */
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
