import type { Chat } from '@koinonia/contracts/chat.ts';
import type { Chance } from '../random.ts';
import { conversation, type Line } from '../talk/talk.ts';
import type { Participant } from './participant.ts';

/** The next line in a chat, and the position of the message to which it replies. */
export interface NextLine {
  readonly line: Line;
  readonly speaker: Participant;
  readonly repliesTo: number | null;
  /** Reports the position that the sent line got. */
  said(seq: number): void;
}

/** Conversations in chats, one line at a time, among the participants. */
export interface Conversations {
  /** Null when the next speaker is not online. */
  next(chat: Chat): NextLine | null;
}

export function createConversations(participants: readonly Participant[], chance: Chance): Conversations {
  const byUid = new Map(participants.map((person) => [person.uid, person]));
  const running = new Map<string, { lines: Line[]; startsAt: number | null }>();

  return {
    next(chat) {
      const going = running.get(chat.id) ?? { lines: begin(chat), startsAt: null };
      const [line, ...rest] = going.lines;
      const speaker = line && byUid.get(line.speaker.uid);
      if (!line || !speaker?.isHere()) {
        running.delete(chat.id);
        return null;
      }
      const now = { lines: rest, startsAt: going.startsAt };
      if (rest.length > 0) running.set(chat.id, now);
      else running.delete(chat.id);
      const repliesTo = line.repliesTo === null ? null : going.startsAt;
      return { line, speaker, repliesTo, said: (seq) => (now.startsAt ??= seq) };
    },
  };

  function begin(chat: Chat): Line[] {
    const here = chat.users.flatMap((uid) => byUid.get(uid) ?? []).filter((person) => person.isHere());
    const [only] = here;
    if (here.length > 1) return conversation(here, chance, chat.isGroup);
    if (!only) return [];
    // Alone with a person outside the flood: says one thing, and waits for an answer that may come.
    const other = { uid: '', name: 'you', language: only.language };
    return conversation([only, other], chance, false)
      .slice(0, 1)
      .filter(({ speaker }) => speaker.uid === only.uid);
  }
}
