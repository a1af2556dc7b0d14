import type { BroadcastMessage } from '@koinonia/contracts/chat.ts';

/** One person's client's view of one chat: messages in the order of `seq`, each once. */
export interface ChatView {
  readonly messages: readonly BroadcastMessage[];
  lastSeq(): number;
  /** Whether the server has reported more messages. */
  isBehind(): boolean;
  /** Accepts a live message. False when an earlier one is missing: then the client must ask. */
  takeLive(message: BroadcastMessage): boolean;
  /** Accepts an answer to "what came after `lastSeq`?". */
  takeAnswer(page: readonly BroadcastMessage[]): void;
  hearOf(lastSeq: number): void;
}

export function createChatView(): ChatView {
  const messages: BroadcastMessage[] = [];
  let head = 0;
  const lastSeq = () => messages.at(-1)?.seq ?? 0;
  return {
    messages,
    lastSeq,
    isBehind: () => head > lastSeq(),
    takeLive(message) {
      head = Math.max(head, message.seq);
      if (message.seq === lastSeq() + 1) messages.push(message);
      return message.seq <= lastSeq();
    },
    takeAnswer(page) {
      for (const message of page) if (message.seq > lastSeq()) messages.push(message);
      head = Math.max(head, lastSeq());
    },
    hearOf(seq) {
      head = Math.max(head, seq);
    },
  };
}
