import type { Message } from '@koinonia/contracts/chat.ts';

/**
 * What this page knows of one chat's messages. `messages` run without a hole up to `last`, in the order that everyone
 * sees; what came over the socket beyond a hole waits in `ahead` until the server has been asked for what lies between.
 */
export interface MessageLog {
  readonly messages: readonly Message[];
  readonly ahead: readonly Message[];
  /** Up to here, everything that this person may see is in `messages`. */
  readonly last: number;
  /** The furthest position that we have heard of. */
  readonly head: number;
  /** True when there is nothing before the first message. */
  readonly whole: boolean;
}

export const emptyLog: MessageLog = { messages: [], ahead: [], last: 0, head: 0, whole: false };

/** The chat has got further than we have: the server must be asked. */
export const isBehind = (log: MessageLog) => log.head > log.last;

const bySeq = (a: Message, b: Message) => a.seq - b.seq;

/** Each position once; the later list wins, because it was heard later. */
function merge(older: readonly Message[], newer: readonly Message[]): Message[] {
  const known = new Map(older.map((message) => [message.seq, message]));
  for (const message of newer) known.set(message.seq, message);
  return [...known.values()].sort(bySeq);
}

/** Moves what waits ahead into place, as far as it follows without a hole. */
function settle(log: MessageLog): MessageLog {
  const messages = [...log.messages];
  const ahead: Message[] = [];
  let last = log.last;
  for (const message of [...log.ahead].sort(bySeq)) {
    if (message.seq <= last) continue;
    if (message.seq === last + 1) {
      messages.push(message);
      last = message.seq;
    } else ahead.push(message);
  }
  return { ...log, messages, ahead, last, head: Math.max(log.head, last, ahead.at(-1)?.seq ?? 0) };
}

/** A message that came by itself: over the socket, or as the answer to a send. */
export function heard(log: MessageLog, message: Message): MessageLog {
  const known = log.messages.find((one) => one.seq === message.seq || one.id === message.id);
  if (known !== undefined) {
    // An echo goes to everyone and does not say which reactions are mine.
    const kept = { ...message, myReactions: message.myReactions.length > 0 ? message.myReactions : known.myReactions };
    return { ...log, messages: log.messages.map((one) => (one === known ? kept : one)) };
  }
  if (message.seq <= log.last) return log;
  return settle({ ...log, ahead: merge(log.ahead, [message]) });
}

/** The chat has got this far, says the server. */
export function heardHead(log: MessageLog, head: number): MessageLog {
  return head > log.head ? { ...log, head } : log;
}

/** The newest page. What is known stays when the page reaches it; otherwise too much lies between and it begins anew. */
export function loadedNewest(log: MessageLog, page: readonly Message[], limit: number): MessageLog {
  const first = page[0]?.seq ?? 0;
  const last = page.at(-1)?.seq ?? 0;
  const whole = page.length < limit;
  const joins = !whole && log.messages.length > 0 && first <= log.last + 1;
  const messages = joins ? merge(log.messages, page) : [...page];
  const reached = Math.max(last, joins ? log.last : 0);
  const tail = joins ? [] : log.messages.filter((message) => message.seq > last);
  return settle({
    messages,
    ahead: merge(tail, log.ahead),
    last: reached,
    head: Math.max(log.head, reached),
    whole: whole || (joins && log.whole),
  });
}

/**
 * What follows `after`, as asked for when `head` was known. The page has the last word: positions that it leaves out
 * (before somebody joined, say) are not this person's to see, so they are no hole.
 */
export function loadedAfter(
  log: MessageLog,
  page: readonly Message[],
  asked: { after: number; head: number; limit: number },
): MessageLog {
  if (asked.after > log.last) return log;
  const complete = page.length < asked.limit;
  const reached = Math.max(log.last, page.at(-1)?.seq ?? 0, complete ? asked.head : 0);
  return settle({ ...log, messages: merge(log.messages, page), last: reached });
}

/** The page before the first message that we have. */
export function loadedBefore(log: MessageLog, page: readonly Message[], limit: number): MessageLog {
  return { ...log, messages: merge(page, log.messages), whole: log.whole || page.length < limit };
}

/** What stands in the conversation: my own message even before the hole in front of it is filled, so that it never vanishes. */
export function messagesToShow(log: MessageLog, me: string): readonly Message[] {
  const mine = log.ahead.filter((message) => message.senderId === me);
  return mine.length > 0 ? [...log.messages, ...mine] : log.messages;
}
