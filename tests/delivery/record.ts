import type { BroadcastMessage } from '@koinonia/contracts/chat.ts';

/** A person's attempt to send a message, and its result. */
export interface Attempt {
  readonly chatId: string;
  readonly clientId: string;
  readonly senderId: string;
  readonly text: string;
  /** The id and seq in a 2xx answer; null while there is no answer, or only answers that leave the outcome open (503). */
  acknowledged: { readonly id: string; readonly seq: number } | null;
}

/** A person's final view of one chat; `source` is either their client's view or a fresh GET. */
export interface Seen {
  readonly viewer: string;
  readonly source: 'client' | 'history';
  readonly chatId: string;
  readonly messages: readonly BroadcastMessage[];
}

/** A `newMessage` as a person's socket received it. */
export interface Heard {
  readonly viewer: string;
  readonly message: BroadcastMessage;
}

/** All data of a run that the checker needs. */
export interface Record {
  readonly members: ReadonlyMap<string, ReadonlySet<string>>;
  readonly attempts: readonly Attempt[];
  readonly seen: readonly Seen[];
  readonly heard: readonly Heard[];
}
