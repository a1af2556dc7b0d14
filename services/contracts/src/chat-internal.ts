import { z } from 'zod';
import { defineCall } from './call.ts';
import { Id, IdParams, storedText } from './common.ts';

// Internal calls: what media and identity ask of chat. Never passed on from outside.

/** Whether this person is a member of this chat now. A chat that is not there has no members. */
export const checkMember = defineCall({
  method: 'POST',
  path: '/internal/chats/:id/members/check',
  params: IdParams,
  body: z.object({ uid: Id }),
  answers: { 200: z.object({ isMember: z.boolean() }) },
});

/**
 * Gives a group chat another picture in the name of one of its members, or takes it away. `replaced` is the picture that
 * it had, which nobody needs any more; null when there was none, or when it is the same.
 */
export const setChatPicture = defineCall({
  method: 'POST',
  path: '/internal/chats/:id/picture',
  params: IdParams,
  body: z.object({ uid: Id, photoURL: storedText({ min: 1, max: 500 }).nullable() }),
  answers: { 200: z.object({ replaced: z.string().nullable() }) },
});

/** Which of these attachments a message names. With `forget`, what chat knows of the others is forgotten. */
export const releaseAttachments = defineCall({
  method: 'POST',
  path: '/internal/attachments/release',
  body: z.object({ urls: z.array(storedText({ max: 500 })).max(500), forget: z.boolean() }),
  answers: { 200: z.object({ named: z.array(z.string()) }) },
});

/**
 * Somebody's data is deleted: they leave their group chats, their attachments go, and what they chose. Done as far as it
 * gets in a few seconds; `done` says whether anything is left, for which it is to be asked again.
 */
export const forgetPersonInChats = defineCall({
  method: 'POST',
  path: '/internal/people/:id/forget',
  params: IdParams,
  answers: { 200: z.object({ done: z.boolean() }) },
});
