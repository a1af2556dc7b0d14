import { setImmediate as nextTurn } from 'node:timers/promises';
import type { selectUnsearchable } from './queries.ts';
import { indexOf } from './words.ts';

/** Ms of work after which everything else that waits for the process has its turn. */
const longestTurn = 2;

type Said = Awaited<ReturnType<ReturnType<typeof selectUnsearchable>['execute']>>[number];

/** The search entries of messages. Many messages have many words: meanwhile, the process goes on serving others. */
export async function entriesOf(said: readonly Said[]) {
  const entries: { chat_id: string; seq: number; words: string[] }[] = [];
  let turnBeganAt = performance.now();
  for (const { chat_id, seq, sender_id, text, system, deleted_at } of said) {
    if (performance.now() - turnBeganAt > longestTurn) {
      await nextTurn();
      turnBeganAt = performance.now();
    }
    const words = system || deleted_at ? [] : indexOf({ senderId: sender_id, text });
    entries.push({ chat_id, seq, words });
  }
  return entries;
}
