import type { Message } from '@koinonia/contracts/chat.ts';
import type { ServerEventPayload } from '@koinonia/contracts/socket-events.ts';

export type ReactionTold = ServerEventPayload<'messageReaction'>;

/** How a message stands with its readers; `changeSeq` only when the server has said it. */
export type Standing = Pick<Message, 'reactions' | 'myReactions'> & { readonly changeSeq?: number | undefined };

const numberOf = (message: { readonly changeSeq?: number | undefined }) => message.changeSeq ?? 0;

/** The newer one of two versions, wherever they came from; of equals the one that was told later. */
export const newerOf = (known: Message | undefined, told: Message): Message =>
  known !== undefined && numberOf(known) > numberOf(told) ? known : told;

/** Events go to everyone and do not say which reactions are mine. Mine are those that I knew of, while they are there. */
const stillMine = (mine: readonly string[], { reactions }: Pick<Message, 'reactions'>) =>
  mine.filter((emoji) => (reactions[emoji] ?? 0) > 0);

/** What an event says of a known message. */
export const versionTold = (known: Message, told: Message): Message =>
  newerOf(known, {
    ...told,
    myReactions: told.myReactions.length > 0 ? told.myReactions : stillMine(known.myReactions, told),
  });

/** A reaction that was told to everyone: mine too, from another device. */
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

/** My own reaction: at once without a number, and with one as the server answers it. */
export function withStanding(known: Message, { reactions, myReactions, changeSeq }: Standing): Message {
  if (known.deletedAt !== undefined) return known;
  if (changeSeq !== undefined && numberOf(known) > changeSeq) return known;
  return { ...known, reactions, myReactions, ...(changeSeq !== undefined && { changeSeq }) };
}
