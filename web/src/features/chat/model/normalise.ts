import type { Chat, Message, RepliedTo, SystemLine } from '@koinonia/contracts/chat.ts';
import type { AttachmentAbout } from '@koinonia/contracts/media.ts';
import type { ReactionTold } from './message-versions.ts';

type Loose = Record<string, unknown>;

const looseOf = (value: unknown): Loose | null =>
  typeof value === 'object' && value !== null ? (value as Loose) : null;

function firstText(...values: unknown[]): string | undefined {
  for (const value of values) {
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number') return String(value);
  }
  return undefined;
}

function instantOf(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

const countOf = (value: unknown) => (typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : 0);

const textsOf = (value: unknown) => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []);

function reactionsOf(value: unknown): Record<string, number> {
  const pairs = Object.entries(looseOf(value) ?? {});
  return Object.fromEntries(pairs.filter((pair): pair is [string, number] => countOf(pair[1]) > 0));
}

const measureOf = (value: unknown) => countOf(value) || null;

/** The details of an attachment; undefined when there are none. */
export function attachmentOf(value: unknown): AttachmentAbout | undefined {
  const from = looseOf(value);
  const name = firstText(from?.['name']);
  if (from === null || name === undefined) return undefined;
  const placeholder = firstText(from['placeholder']);
  return {
    name,
    contentType: firstText(from['contentType']) ?? '',
    size: countOf(from['size']),
    width: measureOf(from['width']),
    height: measureOf(from['height']),
    placeholder: placeholder?.startsWith('data:image/') === true ? placeholder : null,
  };
}

function repliedToOf(value: unknown): RepliedTo | undefined {
  const from = looseOf(value);
  const id = firstText(from?.['id']);
  const senderId = firstText(from?.['senderId']);
  if (from === null || id === undefined || senderId === undefined) return undefined;
  return {
    id,
    senderId,
    seq: countOf(from['seq']),
    text: firstText(from['text']) ?? '',
    deleted: from['deleted'] === true,
  };
}

/** For a kind of line that this version does not know, the message's text is shown. */
function systemLineOf(value: unknown): SystemLine | undefined {
  const from = looseOf(value);
  const kind = from?.['kind'];
  if (kind === 'added' || kind === 'removed') return { kind, people: textsOf(from?.['people']) };
  if (kind === 'left') return { kind };
  if (kind === 'picture') return { kind, removed: from?.['removed'] === true };
  if (kind === 'renamed') return { kind, name: firstText(from?.['name']) ?? null };
  return undefined;
}

type OptionalName<Whole> = { [Name in keyof Whole]-?: undefined extends Whole[Name] ? Name : never }[keyof Whole];

/** Optional fields, left out where they do not apply. The type requires all of them, so that none is forgotten. */
const whereGiven = <Whole>(fields: { [Name in OptionalName<Whole>]: Whole[Name] }) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<typeof fields>;

const someOf = <Value>(list: Value[]) => (list.length > 0 ? list : undefined);

/**
 * Reads a message, with any of the known names of its fields; null if it is not valid. Our servers use one name for
 * each field: the others are for other servers that this client has to support.
 */
export function messageOf(payload: unknown): Message | null {
  const from = looseOf(payload);
  if (from === null) return null;
  const id = firstText(from['id'], from['_id'], from['messageId']);
  const chatId = firstText(from['chatId']);
  const senderId = firstText(from['senderId'], from['sender'], from['userId'], from['uid']);
  const createdAt = instantOf(from['createdAt'] ?? from['timestamp']);
  if (id === undefined || chatId === undefined || senderId === undefined || createdAt === undefined) return null;
  return {
    id,
    chatId,
    senderId,
    createdAt,
    seq: countOf(from['seq']),
    text: firstText(from['text'], from['message'], from['content']) ?? '',
    attachmentUrl: firstText(from['attachmentUrl'], from['attachment'], from['fileUrl']) ?? null,
    clientId: firstText(from['clientId']) ?? null,
    reactions: reactionsOf(from['reactions']),
    myReactions: textsOf(from['myReactions']),
    ...whereGiven<Message>({
      attachment: attachmentOf(from['attachment']),
      replyTo: repliedToOf(from['replyTo']),
      mentions: someOf(textsOf(from['mentions'])),
      editedAt: instantOf(from['editedAt']),
      deletedAt: instantOf(from['deletedAt']),
      system: systemLineOf(from['system']),
      changeSeq: countOf(from['changeSeq']) || undefined,
    }),
  };
}

export function messagesOf(payload: unknown): Message[] {
  return Array.isArray(payload) ? payload.map(messageOf).filter((message) => message !== null) : [];
}

/** Reads a reaction event; null if it is not valid. */
export function reactionOf(payload: unknown): ReactionTold | null {
  const from = looseOf(payload);
  const chatId = firstText(from?.['chatId']);
  const messageId = firstText(from?.['messageId']);
  const userId = firstText(from?.['userId']);
  const emoji = firstText(from?.['emoji']);
  if (from === null || chatId === undefined || messageId === undefined) return null;
  if (userId === undefined || emoji === undefined) return null;
  const changeSeq = countOf(from['changeSeq']);
  return {
    chatId,
    messageId,
    userId,
    emoji,
    reactions: reactionsOf(from['reactions']),
    added: from['added'] === true,
    ...(changeSeq > 0 && { changeSeq }),
  };
}

/** Reads a chat from the server or from this tab's cache; null if it is not valid. */
export function chatOf(payload: unknown): Chat | null {
  const from = looseOf(payload);
  const id = firstText(from?.['id'], from?.['_id']);
  if (from === null || id === undefined) return null;
  const lastSeq = countOf(from['lastSeq']);
  const unreadCount = countOf(from['unreadCount']);
  return {
    id,
    isGroup: from['isGroup'] === true,
    name: firstText(from['name']) ?? null,
    users: textsOf(from['users']),
    lastMessage: firstText(from['lastMessage']) ?? '',
    lastMessageAt: instantOf(from['lastMessageAt']) ?? null,
    lastSeq,
    unreadCount,
    // Of other servers it is not known.
    readSeq: typeof from['readSeq'] === 'number' ? countOf(from['readSeq']) : Math.max(0, lastSeq - unreadCount),
    ...whereGiven<Chat>({
      photoURL: firstText(from['photoURL']),
      markedUnread: from['markedUnread'] === true || undefined,
      mentionsMe: countOf(from['mentionsMe']) || undefined,
      changeSeq: countOf(from['changeSeq']) || undefined,
    }),
  };
}

export function chatsOf(payload: unknown): Chat[] {
  return Array.isArray(payload) ? payload.map(chatOf).filter((chat) => chat !== null) : [];
}
