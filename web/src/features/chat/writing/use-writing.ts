import { editMessage } from '@koinonia/contracts/chat.ts';
import { useState, useSyncExternalStore } from 'react';
import { isRefusal } from '../../../lib/api/api-error.ts';
import { request } from '../../../lib/api/request.ts';
import { requireMessage } from '../../../lib/api/required.ts';
import { useChatParts } from '../chat-context.tsx';
import { texts } from '../texts.ts';
import type { Written } from './use-send.ts';
import type { Writing } from './writing.ts';

export function useWriting(chatId: string): Writing {
  const { writings } = useChatParts();
  return useSyncExternalStore(writings.subscribe, () => writings.of(chatId));
}

const reasonOf = (error: unknown) => (isRefusal(error) ? texts.editRefused(error.message) : texts.editFailed);

interface Attempt {
  readonly messageId: string;
  readonly saving: boolean;
  readonly problem: string;
}

/**
 * Saves the edit that is in the box. If that fails, the text stays there, and `problem` says why. What is written in
 * the box afterwards is not affected.
 */
export function useSaveEdit(chatId: string, editing: string | undefined) {
  const { openedChats, writings } = useChatParts();
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  if (attempt !== null && attempt.messageId !== editing) setAttempt(null);

  async function save(messageId: string, { text, mentions = [] }: Written) {
    const end = (problem: string) =>
      setAttempt((now) => (now?.messageId === messageId ? { messageId, saving: false, problem } : now));
    setAttempt({ messageId, saving: true, problem: '' });
    try {
      const params = { id: chatId, messageId };
      const edited = await request(editMessage, { params, body: { text, mentions: [...mentions] } });
      openedChats.changed(requireMessage(edited, 'id', messageId));
      writings.saved(chatId, messageId, text);
      end('');
    } catch (error) {
      end(reasonOf(error));
    }
  }

  return { saving: attempt?.saving === true, problem: attempt?.problem ?? '', save };
}
