import { z } from 'zod';
import { defineCall } from './call.ts';
import { listChats } from './chat.ts';
import { getMe, listPeople } from './identity.ts';

/** Settings that a browser needs before anyone has signed in; nothing secret. */
export const PublicConfig = z.object({
  orgName: z.string(),
  domain: z.string(),
  signIn: z.enum(['google', 'demo']),
});
export type PublicConfig = z.infer<typeof PublicConfig>;

export const getConfig = defineCall({ method: 'GET', path: '/api/config', answers: { 200: PublicConfig } });

/** The calls whose answers a page may get together with its token (`getSessionToken`), by their names there. */
export const firstCalls = { chats: listChats, me: getMe, people: listPeople } as const;
export type FirstCall = keyof typeof firstCalls;
