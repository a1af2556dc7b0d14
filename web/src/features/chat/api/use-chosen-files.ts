import { useSyncExternalStore } from 'react';
import { useChatParts } from '../chat-context.tsx';
import type { ChosenFile } from './chosen-files.ts';

/** What is chosen in one chat and not sent yet. */
export function useChosenFiles(chatId: string): readonly ChosenFile[] {
  const { chosen } = useChatParts();
  return useSyncExternalStore(chosen.subscribe, () => chosen.of(chatId));
}
