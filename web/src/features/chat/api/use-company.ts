import { useEffect, useSyncExternalStore } from 'react';
import { useChatParts } from '../chat-context.tsx';
import type { Company } from './company.ts';

/** This chat is in front of the person for as long as the component is there. */
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

/** Who of the open chat is here, as far as they show it: uids, one's own included. Empty for any other chat. */
export const usePresence = (chatId: string) => useCompany(chatId, (company) => company.present, nobody);

/** Who types in the open chat now: uids, who began first comes first. */
export const useTypists = (chatId: string) => useCompany(chatId, (company) => company.typing, noOne);
