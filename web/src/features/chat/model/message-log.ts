import type { Message } from '@koinonia/contracts/chat.ts';
import { newerOf, versionTold } from './message-versions.ts';

/**
 * What this page knows of one chat's messages: a window on them. `messages` run without a hole up to `last`, in the order
 * that everyone sees; what came over the socket beyond a hole waits in `ahead` until the server has been asked for what
 * lies between.
 */
export interface MessageLog {
  readonly messages: readonly Message[];
  readonly ahead: readonly Message[];
  /** Up to here, everything that this person may see is in `messages` (or before them). */
  readonly last: number;
  /** The furthest position that we have heard of. */
  readonly head: number;
  /** True when there is nothing before the first message. */
  readonly whole: boolean;
  /** The window is at the newest end and goes on with it. False while it lies further back. */
  readonly live: boolean;
  /** All edits, deletions and reactions up to this one are in `messages`. */
  readonly changes: number;
  /** The furthest change that we have heard of. */
  readonly changesHead: number;
}

export const emptyLog: MessageLog = {
  messages: [],
  ahead: [],
  last: 0,
  head: 0,
  whole: false,
  live: true,
  changes: 0,
  changesHead: 0,
};

/** The chat has got further than we have: the server must be asked. */
export const isBehind = (log: MessageLog) => log.live && log.head > log.last;

/** Messages that follow one another, and whether there is anything before and after them. */
export interface Page {
  readonly messages: readonly Message[];
  readonly first: boolean;
  readonly last: boolean;
  /** Up to which change a page is right that this device has kept; undefined for one of the server, right as of now. */
  readonly changes?: number;
}

/** What was known when a page was asked for. An event that came since may be newer than the page. */
export interface Asked {
  readonly head: number;
  readonly changes: number;
  readonly changesHead: number;
}

const bySeq = (a: Message, b: Message) => a.seq - b.seq;

/** Each position once, in its newest version. */
function merge(older: readonly Message[], newer: readonly Message[]): Message[] {
  const known = new Map(older.map((message) => [message.seq, message]));
  for (const message of newer) known.set(message.seq, newerOf(known.get(message.seq), message));
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
    const kept = versionTold(known, message);
    return { ...log, messages: log.messages.map((one) => (one === known ? kept : one)) };
  }
  if (message.seq <= log.last) return log;
  if (!log.live) return heardHead(log, message.seq);
  return settle({ ...log, ahead: merge(log.ahead, [message]) });
}

/** The chat has got this far, says the server. */
export function heardHead(log: MessageLog, head: number): MessageLog {
  return head > log.head ? { ...log, head } : log;
}

/** A page is as of when it was asked for: changes that came since are looked at once more. */
const changesOf = (log: MessageLog, page: Page, asked: Asked) =>
  Math.min(log.changes, asked.changes, page.changes ?? log.changes);

/** A window that holds nothing but this page has all changes that were known when it was asked for, and its own. */
const changesOfPage = ({ messages, changes }: Page, asked: Asked) =>
  changes ?? messages.reduce((most, { changeSeq = 0 }) => Math.max(most, changeSeq), asked.changesHead);

/** The newest page. What is known stays when the page reaches it; otherwise too much lies between and it begins anew. */
export function loadedNewest(log: MessageLog, page: Page, asked: Asked): MessageLog {
  const first = page.messages[0]?.seq ?? 0;
  const last = page.messages.at(-1)?.seq ?? 0;
  const joins = !page.first && log.messages.length > 0 && first <= log.last + 1;
  const reached = Math.max(last, joins && log.live ? log.last : 0);
  const tail = joins ? [] : log.messages.filter((message) => message.seq > last);
  const changes = joins ? changesOf(log, page, asked) : changesOfPage(page, asked);
  return settle({
    messages: joins ? merge(log.messages, page.messages) : [...page.messages],
    ahead: log.live ? merge(tail, log.ahead) : [],
    last: reached,
    head: Math.max(log.head, reached),
    whole: page.first || (joins && log.whole),
    live: true,
    changes,
    changesHead: Math.max(log.changesHead, changes),
  });
}

/** The newest page in the place of all that is held: of that there is no telling what was changed since. */
export function begunAnew(log: MessageLog, page: Page, asked: Asked): MessageLog {
  const last = page.messages.at(-1)?.seq ?? 0;
  const since = log.live ? [...log.messages, ...log.ahead].filter(({ seq }) => seq > last) : [];
  return loadedNewest({ ...emptyLog, ahead: since, head: log.head, changesHead: log.changesHead }, page, asked);
}

/**
 * What follows `after`. The page has the last word: positions that it leaves out (before somebody joined, say) are not
 * this person's to see, so they are no hole.
 */
export function loadedAfter(log: MessageLog, page: Page, asked: Asked & { readonly after: number }): MessageLog {
  const moved = asked.after < (log.messages[0]?.seq ?? 0) - 1;
  if (moved || asked.after > log.last) return log;
  const reached = Math.max(log.last, page.messages.at(-1)?.seq ?? 0, page.last ? asked.head : 0);
  return settle({
    ...log,
    messages: merge(log.messages, page.messages),
    last: reached,
    live: log.live || page.last,
    changes: changesOf(log, page, asked),
  });
}

/** The page before the first message that we have. */
export function loadedBefore(log: MessageLog, page: Page, asked: Asked & { readonly before: number }): MessageLog {
  // Meanwhile the window may have moved to another place.
  if (log.messages[0]?.seq !== asked.before) return log;
  return {
    ...log,
    messages: merge(page.messages, log.messages),
    whole: page.first,
    changes: changesOf(log, page, asked),
  };
}

/** The window is moved to another place. */
export function loadedAround(log: MessageLog, page: Page, asked: Asked): MessageLog {
  const changes = changesOfPage(page, asked);
  const since = log.live ? [...log.messages, ...log.ahead] : [];
  return settle({
    ...log,
    messages: page.messages,
    ahead: page.last ? since : [],
    last: Math.max(page.messages.at(-1)?.seq ?? 0, page.last ? asked.head : 0),
    whole: page.first,
    live: page.last,
    changes,
    changesHead: Math.max(log.changesHead, changes),
  });
}

/** This position is in the window, or none of this person's messages is there. */
export const holds = ({ messages, last, whole }: MessageLog, seq: number) =>
  messages.length > 0 && seq <= last && (whole || seq >= (messages[0]?.seq ?? 0));

/**
 * Keeps the window from growing: of more than `most` messages, `keep` stay around the one that somebody looks at, or the
 * newest ones if they look at the end.
 */
export function trimmed(
  log: MessageLog,
  eye: number | null,
  { most, keep }: { most: number; keep: number },
): MessageLog {
  const { messages } = log;
  if (messages.length <= most) return log;
  const place = eye === null ? messages.length : messages.findIndex(({ seq }) => seq >= eye);
  const middle = place < 0 ? messages.length : place;
  const from = Math.max(0, Math.min(messages.length - keep, middle - Math.floor(keep / 2)));
  const kept = messages.slice(from, from + keep);
  const whole = log.whole && from === 0;
  if (from + keep >= messages.length) return { ...log, messages: kept, whole };
  return { ...log, messages: kept, whole, ahead: [], last: kept.at(-1)?.seq ?? 0, live: false };
}

/** What stands in the conversation: my own message even before the hole in front of it is filled, so that it never vanishes. */
export function messagesToShow(log: MessageLog, me: string): readonly Message[] {
  const mine = log.ahead.filter((message) => message.senderId === me);
  return mine.length > 0 ? [...log.messages, ...mine] : log.messages;
}
