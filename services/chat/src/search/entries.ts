import type { selectUnsearchable } from './queries.ts';
import { takeTurns } from './take-turns.ts';
import { indexOf } from './words.ts';

type Said = Awaited<ReturnType<ReturnType<typeof selectUnsearchable>['execute']>>[number];

/**
 * The search entries of the first messages, up to about `mostWords` words, but at least one entry. Many messages have many
 * words, so other work gets its turn in between.
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
