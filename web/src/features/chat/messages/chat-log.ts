import { emptyLog, type MessageLog } from '../model/message-log.ts';
import { messagesInTab } from './messages-in-tab.ts';

/** The state of loading past one edge of the window: 'away' when it has failed for now. */
export type Edge = 'idle' | 'loading' | 'away';

export type LogChange = (log: MessageLog) => MessageLog;

/** What is known of a chat's messages at one moment. */
export interface ChatLog {
  readonly log: MessageLog;
  /** 'loading' only while there is nothing to show. */
  readonly status: 'loading' | 'ready' | 'failed';
  /** Shows the place where it was meant to open, as answered by the server or, failing that, by this device. */
  readonly fresh: boolean;
  /** Opening has ended, well or not. Until then, what is shown may not be the place that somebody is going to read. */
  readonly opened: boolean;
  /** It is known up to which change the messages are current. */
  readonly dated: boolean;
  readonly older: Edge;
  readonly newer: Edge;
}

/** Before anything is known of a chat. */
export const unopened: ChatLog = {
  log: emptyLog,
  status: 'loading',
  fresh: false,
  opened: false,
  dated: false,
  older: 'idle',
  newer: 'idle',
};

/** What this tab's cache has of a chat. */
export function cachedInTab(chatId: string): Pick<ChatLog, 'log' | 'status'> {
  const messages = messagesInTab(chatId);
  const last = messages.at(-1)?.seq ?? 0;
  const whole = messages[0]?.seq === 1;
  return { log: { ...emptyLog, messages, last, head: last, whole }, status: messages.length > 0 ? 'ready' : 'loading' };
}
