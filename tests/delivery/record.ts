import type { BroadcastMessage } from '@koinonia/contracts/chat.ts';

/** Something that a person tried to send, and what came of it. */
export interface Attempt {
  readonly chatId: string;
  readonly clientId: string;
  readonly senderId: string;
  readonly text: string;
  /** The id and seq that a 2xx told; null while no answer came or only such as leave it open (503). */
  acknowledged: { readonly id: string; readonly seq: number } | null;
}

/** What one person has of one chat in the end; `source` says by which way: their client's view, or a fresh GET. */
export interface Seen {
  readonly viewer: string;
  readonly source: 'client' | 'history';
  readonly chatId: string;
  readonly messages: readonly BroadcastMessage[];
}

/** A `newMessage` as it came over somebody's socket. */
export interface Heard {
  readonly viewer: string;
  readonly message: BroadcastMessage;
}

/** All that the checker needs to know of a run. */
export interface Record {
  readonly members: ReadonlyMap<string, ReadonlySet<string>>;
  readonly attempts: readonly Attempt[];
  readonly seen: readonly Seen[];
  readonly heard: readonly Heard[];
}
