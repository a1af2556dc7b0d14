import type { Message } from '@koinonia/contracts/chat.ts';
import type { ServerEventPayload } from '@koinonia/contracts/socket-events.ts';

export type ReactionTold = ServerEventPayload<'messageReaction'>;

/** The reactions to a message; `changeSeq` only when the server has sent it. */
export type Standing = Pick<Message, 'reactions' | 'myReactions'> & { readonly changeSeq?: number | undefined };

const numberOf = (message: { readonly changeSeq?: number | undefined }) => message.changeSeq ?? 0;

/** The newer of two versions from any source; if they are equal, the one that came later. */
export const newerOf = (known: Message | undefined, told: Message): Message =>
  known !== undefined && numberOf(known) > numberOf(told) ? known : told;

/** Events go to everyone and do not say which reactions are mine: keep those that I knew of while they exist. */
const stillMine = (mine: readonly string[], { reactions }: Pick<Message, 'reactions'>) =>
  mine.filter((emoji) => (reactions[emoji] ?? 0) > 0);

/** A known message after an event about it. */
export const versionTold = (known: Message, told: Message): Message =>
  newerOf(known, {
    ...told,
    myReactions: told.myReactions.length > 0 ? told.myReactions : stillMine(known.myReactions, told),
  });

/** A reaction event, which may come from my own other device. */
export function withReactionTold(known: Message, told: ReactionTold, me: string): Message {
  if (told.changeSeq !== undefined && numberOf(known) >= told.changeSeq) return known;
  const others = known.myReactions.filter((emoji) => emoji !== told.emoji);
  const mine = told.userId !== me ? known.myReactions : told.added ? [...others, told.emoji] : others;
  return {
    ...known,
    reactions: told.reactions,
    myReactions: stillMine(mine, told),
    ...(told.changeSeq !== undefined && { changeSeq: told.changeSeq }),
  };
}

/** My own reaction: first without a change number, then with the one in the server's answer. */
export function withStanding(known: Message, { reactions, myReactions, changeSeq }: Standing): Message {
  if (known.deletedAt !== undefined) return known;
  if (changeSeq !== undefined && numberOf(known) > changeSeq) return known;
  return { ...known, reactions, myReactions, ...(changeSeq !== undefined && { changeSeq }) };
}
