import type { QueryClient } from '@tanstack/react-query';

/** The mutation key of leaving or deleting a chat on this page. */
export const farewellTo = (chatId: string) => ['farewell', chatId];

const farewells = (queries: QueryClient, chatId: string) =>
  queries.getMutationCache().findAll({ mutationKey: farewellTo(chatId) });

/** Whether somebody is leaving or deleting the chat on this page, or has done so: the server's event may come later. */
export const isFarewellSaid = (queries: QueryClient, chatId: string): boolean =>
  farewells(queries, chatId).some(({ state }) => state.status === 'pending' || state.status === 'success');

/** The chat is open again, because somebody wrote in it or added this person to it. */
export function forgetFarewell(queries: QueryClient, chatId: string): void {
  for (const farewell of farewells(queries, chatId)) {
    if (farewell.state.status === 'success') queries.getMutationCache().remove(farewell);
  }
}
