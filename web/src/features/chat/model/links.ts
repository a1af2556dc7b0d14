export type TextPart = { readonly text: string; readonly href: string | null };

/** Signs that turn the direction of writing end an address: with them it would look like another one. */
const address = /https?:\/\/[^\s<>"'\u200E\u200F\u202A-\u202E\u2066-\u2069]+/giu;
/** What ends a sentence, or closes a bracket that the address did not open, is no part of it. */
const trailing = /[.,;:!?)\]}'"»”]+$/u;

/** A text in parts, with the web addresses in it told apart. Nothing but http and https becomes a link. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(address)) {
    const href = match[0].replace(trailing, (tail) => (tail.startsWith(')') && match[0].includes('(') ? ')' : ''));
    if (!URL.canParse(href)) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index), href: null });
    parts.push({ text: href, href });
    end = match.index + href.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null });
  return parts;
}
