import { editMessage } from '@koinonia/contracts/chat.ts';
import { useState, useSyncExternalStore } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { request } from '../../../lib/api/request.ts';
import { isRefusal } from '../../../lib/outbox/outbox.ts';
import { useChatParts } from '../chat-context.tsx';
import { texts } from '../texts.ts';
import type { Written } from '../api/use-conversation.ts';
import type { Writing } from './writing.ts';

export function useWriting(chatId: string): Writing {
  const { writings } = useChatParts();
  return useSyncExternalStore(writings.subscribe, () => writings.of(chatId));
}

const reasonOf = (error: unknown) =>
  error instanceof ApiError && isRefusal(error) ? texts.editRefused(error.message) : texts.editFailed;

/** Saves an edit of one's own message. If that fails, the text stays in the box, and `problem` says why. */
export function useSaveEdit(chatId: string) {
  const { logs, writings } = useChatParts();
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState('');

  async function save(messageId: string, { text, mentions = [] }: Written) {
    setSaving(true);
    setProblem('');
    try {
      const params = { id: chatId, messageId };
      logs.changed(await request(editMessage, { params, body: { text, mentions: [...mentions] } }));
      writings.saved(chatId, messageId);
    } catch (error) {
      setProblem(reasonOf(error));
    } finally {
      setSaving(false);
    }
  }

  return { saving, problem, save, forget: () => setProblem('') };
}
