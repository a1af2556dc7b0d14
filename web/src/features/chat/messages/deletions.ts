import { deleteMessage, type Message } from '@koinonia/contracts/chat.ts';
import { request } from '../../../lib/api/request.ts';
import { requireMessage } from '../../../lib/api/required.ts';
import { createListeners } from '../../../lib/listeners.ts';
import { toast } from '../../../lib/toast.ts';
import { texts } from '../texts.ts';
import type { MessageLogs } from './message-logs.ts';

/** Messages that are being deleted: hidden at once, and shown again if the server refuses. */
export class Deletions {
  readonly #logs: MessageLogs;
  readonly #going = new Set<string>();
  readonly #listeners = createListeners();

  constructor(logs: MessageLogs) {
    this.#logs = logs;
  }

  readonly subscribe = this.#listeners.subscribe;

  has(messageId: string): boolean {
    return this.#going.has(messageId);
  }

  async delete({ id, chatId }: Message) {
    this.#going.add(id);
    this.#emit();
    try {
      const deleted = await request(deleteMessage, { params: { id: chatId, messageId: id } });
      this.#logs.changed(requireMessage(deleted, 'id', id));
    } catch {
      toast.error(texts.deleteFailed);
    } finally {
      this.#going.delete(id);
      this.#emit();
    }
  }

  #emit() {
    this.#listeners.tell();
  }
}
