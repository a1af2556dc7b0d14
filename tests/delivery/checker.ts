import type { BroadcastMessage } from '@koinonia/contracts/chat.ts';
import type { Attempt, Heard, Record, Seen } from './record.ts';

/**
 * The delivery promise: every acknowledged message is seen exactly once by every member, in the same order, without gaps,
 * as it was sent, and by nobody else. A message that was never acknowledged may exist once or not at all. Returns every
 * breach in words; none when the promise was kept.
 */
export function breaches(record: Record): string[] {
  const attempts = new Map(record.attempts.map((attempt) => [attempt.clientId, attempt]));
  const orders = new Map<string, Map<number, string>>();
  return [
    ...unseenChats(record),
    ...record.seen.flatMap((seen) => [
      ...gapsAndDuplicates(seen),
      ...disagreements(seen, orders),
      ...alterations(seen, attempts),
      ...losses(seen, record.attempts),
      ...strangers(seen.viewer, seen.messages, record),
    ]),
    ...record.heard.flatMap((heard) => [
      ...strangers(heard.viewer, [heard.message], record),
      ...rumours(heard, attempts),
    ]),
  ];
}

const byWhom = ({ viewer, source }: Seen) => `${viewer} (${source})`;

/** A member without any record would satisfy every promise. */
function unseenChats({ members, seen }: Record): string[] {
  return [...members].flatMap(([chatId, uids]) =>
    [...uids].flatMap((uid) =>
      (['client', 'history'] as const)
        .filter((source) => !seen.some((s) => s.chatId === chatId && s.viewer === uid && s.source === source))
        .map((source) => `unchecked: nothing is known of what ${uid} (${source}) sees of ${chatId}`),
    ),
  );
}

function gapsAndDuplicates(seen: Seen): string[] {
  const faults: string[] = [];
  const ids = new Set<string>();
  const clientIds = new Set<string>();
  seen.messages.forEach((message, index) => {
    if (message.seq !== index + 1) {
      faults.push(`disorder: ${byWhom(seen)} has seq ${message.seq} at place ${index + 1} of ${seen.chatId}`);
    }
    if (message.chatId !== seen.chatId) faults.push(`astray: ${byWhom(seen)} has ${message.id} in the wrong chat`);
    const mark = message.clientId ?? message.id;
    if (ids.has(message.id) || clientIds.has(mark)) {
      faults.push(`duplicate: ${byWhom(seen)} has '${message.text}' more than once`);
    }
    ids.add(message.id);
    clientIds.add(mark);
  });
  return faults;
}

/** One position of a chat holds one message, the same for everyone. */
function disagreements(seen: Seen, orders: Map<string, Map<number, string>>): string[] {
  const order = orders.get(seen.chatId) ?? new Map<number, string>();
  orders.set(seen.chatId, order);
  return seen.messages.flatMap(({ seq, id }) => {
    const standing = order.get(seq) ?? id;
    order.set(seq, standing);
    return standing === id ? [] : [`disagreement: ${byWhom(seen)} has ${id} at seq ${seq}, others have ${standing}`];
  });
}

/** Every existing message was sent, by that person, to that chat, with that text. */
function alterations(seen: Seen, attempts: Map<string, Attempt>): string[] {
  return seen.messages.flatMap((message) => alterationOf(message, attempts, byWhom(seen)));
}

function rumours({ viewer, message }: Heard, attempts: Map<string, Attempt>): string[] {
  return alterationOf(message, attempts, `${viewer} (live)`);
}

function alterationOf(message: BroadcastMessage, attempts: Map<string, Attempt>, whom: string): string[] {
  const attempt = attempts.get(message.clientId ?? '');
  if (!attempt) return [`invention: ${whom} has '${message.text}', which nobody sent`];
  const same =
    attempt.text === message.text && attempt.senderId === message.senderId && attempt.chatId === message.chatId;
  const told = attempt.acknowledged;
  const asTold = told === null || (told.id === message.id && told.seq === message.seq);
  return same && asTold ? [] : [`alteration: ${whom} has '${message.text}' otherwise than it was sent or acknowledged`];
}

function losses(seen: Seen, attempts: readonly Attempt[]): string[] {
  const there = new Set(seen.messages.map(({ clientId }) => clientId));
  return attempts
    .filter(({ chatId, acknowledged, clientId }) => chatId === seen.chatId && acknowledged && !there.has(clientId))
    .map(({ text }) => `loss: ${byWhom(seen)} lacks '${text}', which was acknowledged`);
}

function strangers(viewer: string, messages: readonly BroadcastMessage[], { members }: Record): string[] {
  return messages
    .filter(({ chatId }) => !members.get(chatId)?.has(viewer))
    .map(({ text }) => `stranger: ${viewer} has seen '${text}' without belonging to its chat`);
}
