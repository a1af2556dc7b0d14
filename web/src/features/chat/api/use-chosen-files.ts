import { useSyncExternalStore } from 'react';
import { useChatParts } from '../chat-context.tsx';
import { chooseFiles } from './choose-files.ts';

/** What is chosen in one chat and not sent yet. */
export function useChosenFiles(chatId: string) {
  const { chosen } = useChatParts();
  return {
    files: useSyncExternalStore(chosen.subscribe, () => chosen.of(chatId)),
    /** Of those that cannot be sent it says so. */
    add: async (files: readonly File[]) => chosen.add(chatId, await chooseFiles(files)),
    remove: (id: string) => chosen.remove(chatId, id),
  };
}
