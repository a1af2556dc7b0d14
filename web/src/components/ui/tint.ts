const tints = 8;

/** One of the eight tints of tokens.css; always the same for an id. */
export function tintOf(id: string): number {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return sum % tints;
}
