import type { SystemLine } from '@koinonia/contracts/chat.ts';
import { systemPieces } from '../../model/system-text.ts';

interface SystemSentenceProps {
  line: SystemLine;
  doer: string;
  /** Called 'You'; empty where everybody is called by their name. */
  me: string;
  nameOf: (uid: string) => string;
}

/** A chat event as a sentence. */
export function SystemSentence({ line, ...people }: SystemSentenceProps) {
  return systemPieces(line, people).map((piece, index) =>
    piece.isName ? <bdi key={index}>{piece.text}</bdi> : piece.text,
  );
}
