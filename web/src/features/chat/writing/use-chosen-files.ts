import { useSyncExternalStore } from 'react';
import { useChatParts } from '../chat-context.tsx';
import { chooseFiles } from './choose-files.ts';

/** The chosen, unsent files of one chat. */
export function useChosenFiles(chatId: string) {
  const { chosen } = useChatParts();
  return {
    files: useSyncExternalStore(chosen.subscribe, () => chosen.of(chatId)),
    choosing: useSyncExternalStore(chosen.subscribe, () => chosen.isChoosing(chatId)),
    /** Says which files cannot be sent. */
    add: (files: readonly File[]) => chosen.add(chatId, chooseFiles(files)),
    remove: (id: string) => chosen.remove(chatId, id),
  };
}
