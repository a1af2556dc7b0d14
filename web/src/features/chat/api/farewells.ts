import type { QueryClient } from '@tanstack/react-query';

/** The mutation key of leaving or deleting a chat on this page. */
export const farewellTo = (chatId: string) => ['farewell', chatId];

const farewells = (queries: QueryClient, chatId: string, status: 'pending' | 'success') =>
  queries.getMutationCache().findAll({ mutationKey: farewellTo(chatId), status });

/** Whether somebody is leaving or deleting the chat on this page, or has done so: the server's event may come later. */
export const isFarewellSaid = (queries: QueryClient, chatId: string): boolean =>
  farewells(queries, chatId, 'pending').length > 0 || farewells(queries, chatId, 'success').length > 0;

/** The chat is open again, because somebody wrote in it or added this person to it. */
export function forgetFarewell(queries: QueryClient, chatId: string): void {
  for (const done of farewells(queries, chatId, 'success')) queries.getMutationCache().remove(done);
}
