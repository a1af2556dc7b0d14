import { parsedUrl } from '../../../lib/parsed-url.ts';

export type TextPart = { readonly text: string; readonly href: string | null };

/**
 * Characters that switch the writing direction end an address: they could disguise where it leads. So do full stops, commas
 * and brackets of Chinese and Japanese, after which no space follows: in a host, a browser would take some of them for a dot.
 */
const address = /https?:\/\/[^\s<>"'\u200E\u200F\u202A-\u202E\u2066-\u2069、-】！，-．；？｡]+/giu;
/**
 * Punctuation at the end, and a closing bracket without an opening one, are not part of the address. The search starts only
 * where a run of it begins: starting at each place within, a message of nothing else would block the page for a second.
 */
const trailing = /(?<![.,;:!?)\]}'"»”،؛؟۔।：）])[.,;:!?)\]}'"»”،؛؟۔।：）]+$/u;

/** Splits a text into web addresses and the rest. Only http and https become links. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(address)) {
    const href = match[0].replace(trailing, (tail) => (tail.startsWith(')') && match[0].includes('(') ? ')' : ''));
    if (parsedUrl(href) === null) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index), href: null });
    parts.push({ text: href, href });
    end = match.index + href.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null });
  return parts;
}
