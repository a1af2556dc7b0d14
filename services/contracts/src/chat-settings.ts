import { z } from 'zod';
import { defineCall } from './call.ts';

/** Whether others see that this person types and is online. People who do not show it cannot see it of others either. */
export const ChatSettings = z.object({ typing: z.boolean(), presence: z.boolean() });
export type ChatSettings = z.infer<typeof ChatSettings>;

export const getChatSettings = defineCall({
  method: 'GET',
  path: '/api/chat/settings',
  answers: { 200: ChatSettings },
});

export const changeChatSettings = defineCall({
  method: 'PATCH',
  path: '/api/chat/settings',
  body: ChatSettings.partial(),
  answers: { 200: ChatSettings },
});
