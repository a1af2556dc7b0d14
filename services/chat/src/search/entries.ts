import type { selectUnsearchable } from './queries.ts';
import { takeTurns } from './take-turns.ts';
import { indexOf } from './words.ts';

type Said = Awaited<ReturnType<ReturnType<typeof selectUnsearchable>['execute']>>[number];

/**
 * The search entries of messages, as many as have about so many words, but at least one. Many messages have many words:
 * meanwhile, the process goes on serving others.
 */
export async function entriesOf(said: readonly Said[], mostWords: number) {
  const entries: { chat_id: string; seq: number; words: string[] }[] = [];
  let count = 0;
  const othersTurn = takeTurns();
  for (const { chat_id, seq, sender_id, text, system, deleted_at } of said) {
    await othersTurn();
    const words = system || deleted_at ? [] : indexOf({ senderId: sender_id, text });
    entries.push({ chat_id, seq, words });
    count += words.length;
    if (count >= mostWords) break;
  }
  return entries;
}
