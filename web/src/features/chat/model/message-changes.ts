import type { Message } from '@koinonia/contracts/chat.ts';
import { heard, type MessageLog } from './message-log.ts';
import { newerOf, versionTold } from './message-versions.ts';

/** There are edits, deletions or reactions that the log lacks: ask the server. */
export const isOutdated = (log: MessageLog) => log.changesHead > log.changes;

/** The server says that the chat has got to this change. */
export function heardChangesHead(log: MessageLog, changesHead: number): MessageLog {
  return changesHead > log.changesHead ? { ...log, changesHead } : log;
}

/** This change is now in the log. If its number does not follow the last one, others were missed. */
function counted(log: MessageLog, changeSeq: number | undefined): MessageLog {
  if (changeSeq === undefined) return log;
  const changes = changeSeq === log.changes + 1 ? changeSeq : log.changes;
  return heardChangesHead(changes === log.changes ? log : { ...log, changes }, changeSeq);
}

/** Replaces one message, if the log has it. */
function withMessage(log: MessageLog, id: string, by: (message: Message) => Message): MessageLog {
  const replace = (messages: readonly Message[]) => {
    const known = messages.find((message) => message.id === id);
    const next = known && by(known);
    return next === known ? messages : messages.map((message) => (message === known && next ? next : message));
  };
  const messages = replace(log.messages);
  const ahead = replace(log.ahead);
  return messages === log.messages && ahead === log.ahead ? log : { ...log, messages, ahead };
}

/** A message was edited or deleted: an event, or the answer to this person's own call. */
export function changed(log: MessageLog, message: Message): MessageLog {
  // The change may arrive before the message itself.
  const known = message.seq > log.last ? heard(log, message) : log;
  return counted(
    withMessage(known, message.id, (before) => versionTold(before, message)),
    message.changeSeq,
  );
}

/**
 * The reactions to a message have changed. If the log lacks the message, the change counts as missed: the message itself may
 * be late, and would come without it.
 */
export function reacted(
  log: MessageLog,
  { messageId, changeSeq = 0 }: { readonly messageId: string; readonly changeSeq?: number | undefined },
  by: (message: Message) => Message,
): MessageLog {
  const isHere = [...log.messages, ...log.ahead].some(({ id }) => id === messageId);
  return isHere ? counted(withMessage(log, messageId, by), changeSeq) : heardChangesHead(log, changeSeq);
}

/**
 * Applies the changes after `after`, asked for when `head` was known. Changes of messages outside the window are
 * ignored: those messages are fetched when they are needed. A message that follows on the window may not have come yet.
 */
export function loadedChanges(
  log: MessageLog,
  page: readonly Message[],
  asked: { readonly after: number; readonly head: number; readonly limit: number },
): MessageLog {
  const told = new Map(page.map((message) => [message.id, message]));
  const renewed = (message: Message) => {
    const newer = told.get(message.id);
    return newer === undefined ? message : newerOf(message, newer);
  };
  const reached = page.length < asked.limit ? asked.head : (page.at(-1)?.changeSeq ?? asked.head);
  const late = page.filter(({ seq }) => seq > log.last).reduce(heard, log);
  return {
    ...late,
    messages: late.messages.map(renewed),
    ahead: late.ahead.map(renewed),
    changes: asked.after > log.changes ? log.changes : Math.max(log.changes, reached),
  };
}
