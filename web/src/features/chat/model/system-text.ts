import type { SystemLine } from '@koinonia/contracts/chat.ts';
import { systemSentence } from '@koinonia/contracts/system-lines.ts';
import { texts } from '../texts.ts';

/** A part of a sentence; names are separate, because they may have another writing direction. */
export interface Piece {
  readonly text: string;
  readonly isName: boolean;
}

const said = (text: string): Piece => ({ text, isName: false });
const named = (text: string): Piece => ({ text, isName: true });

/** A chat event as a sentence, with people's current names; 'You' for the reader. */
export function systemPieces(
  line: SystemLine,
  { doer, me, nameOf }: { doer: string; me: string; nameOf: (uid: string) => string },
): Piece[] {
  const name = (uid: string) => nameOf(uid) || texts.somebody;
  const people = 'people' in line ? line.people : [];
  const values: Record<string, Piece[]> = {
    doer: [doer === me ? said(texts.you) : named(name(doer))],
    people: new Intl.ListFormat('en', { type: 'conjunction' })
      .formatToParts(people.map((uid) => (uid === me ? texts.youToo : name(uid))))
      .map(({ type, value }) => (type === 'element' && value !== texts.youToo ? named(value) : said(value))),
    name: line.kind === 'renamed' ? [named(line.name ?? '')] : [],
  };
  return systemSentence(line)
    .split(/\{(\w+)\}/)
    .flatMap((piece, index) => (index % 2 === 1 ? (values[piece] ?? []) : piece === '' ? [] : [said(piece)]));
}
