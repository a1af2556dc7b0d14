import type { Message } from '@koinonia/contracts/chat.ts';
import { ApiError } from '../../api/api-error.ts';
import type { OutboxEntry } from '../outbox-database.ts';
import { withOutboxes } from './outboxes.ts';

const attachment = { name: 'a.pdf', contentType: '', size: 3, width: null, height: null, placeholder: null };

const messageOf = (sent: OutboxEntry): Message => ({
  id: `id of ${sent.clientId}`,
  chatId: sent.chatId,
  seq: 1,
  senderId: sent.uid,
  text: sent.text,
  attachmentUrl: sent.attachmentUrl,
  createdAt: sent.createdAt,
  clientId: sent.clientId,
  reactions: {},
  myReactions: [],
});

export const away = () => new TypeError('Failed to fetch');
export const refused = () => new ApiError('is too long', { status: 400 });

type Outcome = Error | undefined | void;

/** For a test file: opens Ana's tabs. `answer` decides the outcome of each try. */
export function withTabs() {
  const openOutbox = withOutboxes();
  return function tab(answer: (sent: OutboxEntry, tries: number) => Outcome | Promise<Outcome> = () => undefined) {
    const tried: string[] = [];
    const sent: string[] = [];
    const failed: string[] = [];
    const unkept: string[] = [];
    const outbox = openOutbox({
      async upload(one, signal) {
        tried.push(`file of ${one.clientId}`);
        const error = await answer(one, tried.filter((id) => id === `file of ${one.clientId}`).length);
        if (error instanceof Error) throw error;
        if (one.text === 'never ends') await new Promise((_, reject) => signal.addEventListener('abort', reject));
        return { attachmentUrl: `/api/media/attachments/${one.clientId}/a.pdf`, attachment };
      },
      async send(one) {
        tried.push(one.clientId);
        const error = await answer(one, tried.filter((id) => id === one.clientId).length);
        if (error instanceof Error) throw error;
        return messageOf(one);
      },
      onSent: (message) => sent.push(message.clientId ?? ''),
      onFailed: (one) => failed.push(one.clientId),
      onUnkept: (one) => unkept.push(one.clientId),
      wait: () => 1,
    });
    return { outbox, tried, sent, failed, unkept };
  };
}
