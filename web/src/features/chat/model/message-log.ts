import type { Message } from '@koinonia/contracts/chat.ts';
import { newerOf, versionTold } from './message-versions.ts';

/**
 * A window on one chat's messages. `messages` have no gap up to `last`, in the order that everyone sees; messages that
 * the socket brought beyond a gap wait in `ahead` until the missing ones are fetched.
 */
export interface MessageLog {
  readonly messages: readonly Message[];
  readonly ahead: readonly Message[];
  /** Up to this position, `messages` has everything that this person may see, except what lies before the window. */
  readonly last: number;
  /** The highest known position of the chat. */
  readonly head: number;
  /** True when the window starts at the beginning of the chat. */
  readonly whole: boolean;
  /** The window is at the newest end and grows with it. False while it is further back. */
  readonly live: boolean;
  /** `messages` include all edits, deletions and reactions up to this change. */
  readonly changes: number;
  /** The highest known change of the chat. */
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

/** The chat has newer messages than the log: ask the server. */
export const isBehind = (log: MessageLog) => log.live && log.head > log.last;

/**
 * Consecutive messages, and whether the page reaches the beginning (`first`) and the end (`last`) of the chat. A page from
 * this device's cache reaches the end of what is cached.
 */
export interface Page {
  readonly messages: readonly Message[];
  readonly first: boolean;
  readonly last: boolean;
  /**
   * For a page from this device's cache: the last change that it includes. Undefined for a page from the server, which
   * is up to date.
   */
  readonly changes?: number;
}

/** The page includes this position. */
export const isIn = ({ messages }: Page, seq: number | null) =>
  seq !== null && seq >= (messages[0]?.seq ?? Infinity) && seq <= (messages.at(-1)?.seq ?? 0);

/** The state of the log when a page was asked for. Events since then may be newer than the page. */
export interface LogState {
  readonly head: number;
  readonly changes: number;
  readonly changesHead: number;
}

export const logStateOf = ({ head, changes, changesHead }: MessageLog): LogState => ({ head, changes, changesHead });

const bySeq = (a: Message, b: Message) => a.seq - b.seq;

/** One message per position, in its newest version. */
function merge(older: readonly Message[], newer: readonly Message[]): Message[] {
  const known = new Map(older.map((message) => [message.seq, message]));
  for (const message of newer) known.set(message.seq, newerOf(known.get(message.seq), message));
  return [...known.values()].sort(bySeq);
}

/** Moves messages from `ahead` into place, as far as they follow without a gap. */
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

/** A message came: over the socket, or as the answer to a send. */
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

/** The server says that the chat has got to this position. */
export function heardHead(log: MessageLog, head: number): MessageLog {
  return head > log.head ? { ...log, head } : log;
}

/** The position that a page at the end of the chat reaches beyond its messages; 0 from this device, which may be behind. */
const endOf = (page: Page, asked: LogState) => (page.last && page.changes === undefined ? asked.head : 0);

/** A page is as old as its query: changes since then are fetched again. */
const changesOf = (log: MessageLog, page: Page, asked: LogState) =>
  Math.min(log.changes, asked.changes, page.changes ?? log.changes);

/** A window with only this page includes all changes known when it was asked for, and those in the page. */
const changesOfPage = ({ messages, changes }: Page, asked: LogState) =>
  changes ?? messages.reduce((most, { changeSeq = 0 }) => Math.max(most, changeSeq), asked.changesHead);

/**
 * Adds the newest page. The window stays if the page overlaps it; otherwise the page replaces it, because there may be a
 * gap between them, or the history was deleted.
 */
export function loadedNewest(log: MessageLog, page: Page, asked: LogState): MessageLog {
  const first = page.messages[0]?.seq ?? 0;
  const last = page.messages.at(-1)?.seq ?? 0;
  const joins = !page.first && log.messages.length > 0 && first <= log.last;
  const reached = Math.max(last, joins && log.live ? log.last : 0, endOf(page, asked));
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

/** Replaces the window by the newest page, because changes to the old messages are unknown. */
export function begunAnew(log: MessageLog, page: Page, asked: LogState): MessageLog {
  const last = page.messages.at(-1)?.seq ?? 0;
  const since = log.live ? [...log.messages, ...log.ahead].filter(({ seq }) => seq > last) : [];
  return loadedNewest({ ...emptyLog, ahead: since, head: log.head, changesHead: log.changesHead }, page, asked);
}

/**
 * Adds the page after `after`. The page decides: positions that it leaves out (such as those before somebody joined)
 * are not visible to this person, so they are no gap.
 */
export function loadedAfter(log: MessageLog, page: Page, asked: LogState & { readonly after: number }): MessageLog {
  const moved = asked.after < (log.messages[0]?.seq ?? 0) - 1;
  if (moved || asked.after > log.last) return log;
  const reached = Math.max(log.last, page.messages.at(-1)?.seq ?? 0, endOf(page, asked));
  return settle({
    ...log,
    messages: merge(log.messages, page.messages),
    last: reached,
    live: log.live || page.last,
    changes: changesOf(log, page, asked),
  });
}

/** Adds the page before the first message. */
export function loadedBefore(log: MessageLog, page: Page, asked: LogState & { readonly before: number }): MessageLog {
  // The window may have moved in the meantime.
  if (log.messages[0]?.seq !== asked.before) return log;
  return {
    ...log,
    messages: merge(page.messages, log.messages),
    whole: page.first,
    changes: changesOf(log, page, asked),
  };
}

/** Moves the window to another place. */
export function loadedAround(log: MessageLog, page: Page, asked: LogState): MessageLog {
  const changes = changesOfPage(page, asked);
  const since = log.live ? [...log.messages, ...log.ahead] : [];
  return settle({
    ...log,
    messages: page.messages,
    ahead: page.last ? since : [],
    last: Math.max(page.messages.at(-1)?.seq ?? 0, endOf(page, asked)),
    whole: page.first,
    live: page.last,
    changes,
    changesHead: Math.max(log.changesHead, changes),
  });
}

/** The window stays where it is: the newest end is too far away by now. */
export const leftBehind = (log: MessageLog): MessageLog => ({ ...log, live: false, ahead: [] });

/** The window counts as the newest end, although messages in between may have to be fetched first. */
export const takenAsEnd = (log: MessageLog): MessageLog => ({ ...log, live: true });

/** The window includes this position, or starts at the beginning of the chat and so misses nothing before it. */
export const holds = ({ messages, last, whole }: MessageLog, seq: number) =>
  messages.length > 0 && seq <= last && (whole || seq >= (messages[0]?.seq ?? 0));

/**
 * Limits the window: if it has more than `most` messages, `keep` of them stay, around the one that somebody looks at,
 * or the newest ones at the end.
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

/** The messages to show: my own even before the gap in front of it is filled, so that it never disappears. */
export function messagesToShow(log: MessageLog, me: string): readonly Message[] {
  const mine = log.ahead.filter((message) => message.senderId === me);
  return mine.length > 0 ? [...log.messages, ...mine] : log.messages;
}
