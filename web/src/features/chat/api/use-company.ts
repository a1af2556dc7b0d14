import { useEffect, useSyncExternalStore } from 'react';
import { useChatParts } from '../chat-context.tsx';
import type { Company } from './company.ts';

/** Marks this chat as the open one while the component is mounted. */
export function useOpenChat(chatId: string | undefined) {
  const { reads, company } = useChatParts();
  useEffect(() => {
    if (chatId === undefined) return;
    reads.opened(chatId);
    company.open(chatId);
    return () => {
      reads.closed(chatId);
      company.open(null);
    };
  }, [chatId, reads, company]);
}

const nobody: ReadonlySet<string> = new Set();
const noOne: readonly string[] = [];

function useCompany<Part>(chatId: string, part: (company: Company) => Part, none: Part): Part {
  const { company } = useChatParts();
  return useSyncExternalStore(company.subscribe, () => {
    const now = company.snapshot();
    return now.chatId === chatId ? part(now) : none;
  });
}

/** The uids of people present in the open chat who show it, one's own included. Empty for any other chat. */
export const usePresence = (chatId: string) => useCompany(chatId, (company) => company.present, nobody);

/** The uids of people who type in the open chat now, in the order in which they began. */
export const useTypists = (chatId: string) => useCompany(chatId, (company) => company.typing, noOne);
