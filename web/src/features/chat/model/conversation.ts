import type { Message } from '@koinonia/contracts/chat.ts';
import type { AttachmentAbout } from '@koinonia/contracts/media.ts';
import type { MessageLog } from './message-log.ts';
import { distance, isOtherDay } from '../../../lib/format.ts';
import type { OutboxEntry } from '../../../lib/outbox/outbox-database.ts';

/** A message that the server has not yet answered. */
export interface Outgoing extends OutboxEntry {
  readonly state: 'waiting' | 'failing' | 'refused';
}

/** A bubble of the conversation: a message from the server, or one that is being sent. */
export interface Bubble {
  readonly kind: 'bubble';
  /** Stays the same when the server's message replaces the one being sent. */
  readonly key: string;
  readonly seq: number | null;
  readonly senderId: string;
  readonly mine: boolean;
  readonly text: string;
  readonly attachmentUrl: string | null;
  /** Details of the attachment; undefined if there is none, or if it is a file from elsewhere. */
  readonly attachment: AttachmentAbout | undefined;
  readonly createdAt: string;
  /** The server's message; null while it is being sent. */
  readonly message: Message | null;
  readonly outgoing: Outgoing | null;
  /** First and last bubble of a run: messages of one person within five minutes. */
  readonly first: boolean;
  readonly last: boolean;
}

export type ConversationItem =
  | Bubble
  | { readonly kind: 'day' | 'time'; readonly key: string; readonly instant: string }
  | { readonly kind: 'unread'; readonly key: string };

export const isBubble = (item: ConversationItem): item is Bubble => item.kind === 'bubble';

const together = 5 * 60_000;
const timeApart = 60 * 60_000;

export interface ConversationParts {
  readonly messages: readonly Message[];
  readonly outgoing: readonly Outgoing[];
  readonly me: string;
  /** 'New messages' goes before the message at this position. */
  readonly unreadFrom: number | null;
  /** The position after which all was unread: it stays the same when the first unread message is deleted. */
  readonly unreadAfter?: number | null;
}

/**
 * The messages that still show as being sent. A message with the same `clientId` replaces one. A message without a
 * `clientId` replaces one of the same sender, text and attachment, once, and only if it came after Enter was pressed.
 */
export function stillOutgoing(outgoing: readonly Outgoing[], messages: readonly Message[], me: string): Outgoing[] {
  const delivered = new Set(messages.map((message) => message.clientId));
  const nameless = messages.filter((message) => message.clientId === null && message.senderId === me);
  return outgoing.filter((entry) => {
    if (delivered.has(entry.clientId)) return false;
    const echo = nameless.findIndex(
      ({ seq, text, attachmentUrl }) =>
        seq > entry.afterSeq && text === entry.text && attachmentUrl === entry.attachmentUrl,
    );
    if (echo >= 0) nameless.splice(echo, 1);
    return echo < 0;
  });
}

type Bare = Omit<Bubble, 'first' | 'last'>;

const ofMessage = (message: Message, me: string): Bare => ({
  kind: 'bubble',
  key: message.senderId === me && message.clientId !== null ? message.clientId : message.id,
  seq: message.seq,
  senderId: message.senderId,
  mine: message.senderId === me,
  text: message.text,
  attachmentUrl: message.attachmentUrl,
  attachment: message.attachment,
  createdAt: message.createdAt,
  message,
  outgoing: null,
});

/** A slow clock must not date an unsent message before the messages above it. */
const ofOutgoing = (outgoing: Outgoing, me: string, earliest: string): Bare => ({
  kind: 'bubble',
  key: outgoing.clientId,
  seq: null,
  senderId: me,
  mine: true,
  text: outgoing.text,
  attachmentUrl: outgoing.attachmentUrl,
  attachment: outgoing.attachment,
  createdAt: outgoing.createdAt > earliest ? outgoing.createdAt : earliest,
  message: null,
  outgoing,
});

function separatorsBefore({ createdAt, key }: Bare, previous: Bare | undefined): ConversationItem[] {
  const kinds: ('day' | 'time')[] = [];
  if (previous === undefined || isOtherDay(previous.createdAt, createdAt)) kinds.push('day');
  if (previous !== undefined && distance(previous.createdAt, createdAt) >= timeApart) kinds.push('time');
  return kinds.map((kind) => ({ kind, key: `${kind} ${key}`, instant: createdAt }));
}

/** False for messages about the chat itself: they belong to no person's run. */
const isSaid = ({ message }: Bare) => message?.system === undefined;

/** All lines of a conversation, in order. */
export function conversationItems({
  messages,
  outgoing,
  me,
  unreadFrom,
  unreadAfter,
}: ConversationParts): ConversationItem[] {
  const latest = messages.at(-1)?.createdAt ?? '';
  const bubbles: Bare[] = [
    ...messages.map((message) => ofMessage(message, me)),
    ...stillOutgoing(outgoing, messages, me).map((entry) => ofOutgoing(entry, me, latest)),
  ];
  const items: ConversationItem[] = [];
  let run: Bubble | undefined;
  bubbles.forEach((bubble, index) => {
    const previous = bubbles[index - 1];
    const separators = separatorsBefore(bubble, previous);
    const divided = unreadFrom !== null && bubble.seq === unreadFrom;
    const goesOn =
      run !== undefined &&
      separators.length === 0 &&
      isSaid(run) &&
      isSaid(bubble) &&
      !divided &&
      run.senderId === bubble.senderId &&
      distance(run.createdAt, bubble.createdAt) < together;
    if (goesOn && run !== undefined) items[items.length - 1] = { ...run, last: false };
    items.push(...separators);
    if (divided) items.push({ kind: 'unread', key: `unread ${unreadAfter}` });
    run = { ...bubble, first: !goesOn, last: true };
    items.push(run);
  });
  return items;
}

/** The first unread message after position `after`; null if the window does not reach back to it. */
export function firstUnreadAfter(
  { messages, whole }: Pick<MessageLog, 'messages' | 'whole'>,
  after: number,
  me: string,
): number | null {
  const first = messages[0];
  if (first === undefined || (!whole && first.seq > after + 1)) return null;
  const isToRead = ({ seq, senderId, deletedAt, system }: Message) =>
    seq > after && senderId !== me && deletedAt === undefined && system === undefined;
  return messages.find(isToRead)?.seq ?? null;
}

/** True when both items look the same: every new message creates all items again. */
export function sameItem(a: ConversationItem, b: ConversationItem): boolean {
  if (a === b) return true;
  const other: object = b;
  return Object.entries(a).every(([key, value]) => Reflect.get(other, key) === value);
}
