import type { SystemLine } from '@koinonia/contracts/chat.ts';
import { systemSentence } from '@koinonia/contracts/system-lines.ts';
import { newId } from '@koinonia/kit/ids.ts';
import type { ChatDatabase } from '../database/schema.ts';
import type { MessageRow } from '../messages/queries.ts';
import type { NameOf } from '../people.ts';
import { insertSystemLine } from './queries.ts';

/** The changes that one call made to a group chat. */
export interface GroupChange {
  readonly by: string;
  readonly joined?: readonly string[];
  readonly left?: readonly string[];
  /** The new name; undefined when it did not change. */
  readonly name?: string | null | undefined;
  readonly picture?: 'changed' | 'removed';
}

/** The chat's system lines for these changes, in the order in which they appear. */
function linesOf({ by, joined = [], left = [], name, picture }: GroupChange): SystemLine[] {
  const removed = left.filter((uid) => uid !== by);
  return [
    ...(name !== undefined ? [{ kind: 'renamed' as const, name }] : []),
    ...(picture !== undefined ? [{ kind: 'picture' as const, removed: picture === 'removed' }] : []),
    ...(joined.length > 0 ? [{ kind: 'added' as const, people: [...joined] }] : []),
    ...(removed.length > 0 ? [{ kind: 'removed' as const, people: removed }] : []),
    ...(left.includes(by) ? [{ kind: 'left' as const }] : []),
  ];
}

/** Writes the lines into the chat, which must be locked. */
export async function writeLines(
  trx: ChatDatabase,
  chat: { id: string; last_seq: number },
  change: GroupChange,
  nameOf: NameOf,
): Promise<MessageRow[]> {
  const rows: MessageRow[] = [];
  for (const system of linesOf(change)) {
    const text = textOf(change.by, system, nameOf);
    const seq = chat.last_seq + rows.length + 1;
    const line = { id: newId(), chatId: chat.id, seq, senderId: change.by, text, system };
    rows.push({ ...(await insertSystemLine(trx, line)), attachment: null });
  }
  return rows;
}

/** What a line says with these names, for the list of chats and for clients that do not know `system`. */
export function textOf(by: string, line: SystemLine, nameOf: NameOf): string {
  const values: Record<string, string> = {
    doer: nameOf(by),
    people: 'people' in line ? listOf(line.people.map(nameOf)) : '',
    name: line.kind === 'renamed' ? (line.name ?? '') : '',
  };
  return systemSentence(line).replaceAll(/\{(\w+)\}/g, (_, value: string) => values[value] ?? '');
}

const listOf = (names: readonly string[]) => new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
