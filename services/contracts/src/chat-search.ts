import { z } from 'zod';
import { defineCall } from './call.ts';
import { Message } from './chat.ts';
import { Id, Instant, storedText, writtenNumber } from './common.ts';

export const maxSearchLength = 200;

/**
 * Messages that contain all words of `q` (or words that begin with them), in all chats of the caller or in one, newest first.
 * In scripts without spaces, parts of the text are matched. Messages of the last seconds may be missing. A page may be short,
 * and even empty, before the last one.
 */
export const searchMessages = defineCall({
  method: 'GET',
  path: '/api/chat/search',
  query: z.object({
    q: storedText({ min: 1, max: maxSearchLength }),
    sender: Id.optional(),
    chat: Id.optional(),
    /** From this instant on (inclusive), and before that one. */
    from: Instant.optional(),
    to: Instant.optional(),
    /** The previous page's `next`. */
    before: z.string().max(500).optional(),
    limit: writtenNumber({ min: 1, max: 50 }).default(20),
  }),
  answers: { 200: z.object({ messages: z.array(Message), next: z.string().nullable() }) },
});
