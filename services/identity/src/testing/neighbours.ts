import { Readable } from 'node:stream';
import {
  forgetPersonInChats,
  listOwnChats,
  listOwnMessages,
  listOwnReactions,
  type OwnChat,
  type OwnMessage,
  type OwnReaction,
} from '@koinonia/contracts/chat-internal.ts';
import { forgetUploadsOf, listOwnFiles, type OwnFile, readOwnFile } from '@koinonia/contracts/media-internal.ts';
import { notFound, unavailable } from '@koinonia/kit/errors.ts';
import { routeOf } from '@koinonia/kit/http/routes.ts';
import { startStandIn } from '@koinonia/kit/testing/stand-in.ts';

/** Answers identity's calls to chat and media over real HTTP, from data that a test put in. */
export async function startNeighbours() {
  const kept = {
    chats: [] as OwnChat[],
    messages: [] as OwnMessage[],
    reactions: [] as OwnReaction[],
    files: [] as OwnFile[],
    /** The content of each file. */
    contentOf: (_id: string): Readable | Promise<Readable> => Readable.from(['x']),
    isAway: false,
    /** Which people were deleted in which service, in the order of the calls. */
    forgotten: [] as string[],
    /** How many times chat answers that it is not done yet. */
    notDoneYet: 0,
  };
  const requireHere = () => {
    if (kept.isAway) throw unavailable('the test says so');
  };
  const forget = (service: string, uid: string) => {
    requireHere();
    kept.forgotten.push(`${service} ${uid}`);
  };

  const chat = await startStandIn('chat', (app) => {
    app.route({
      ...routeOf(forgetPersonInChats),
      async handler({ params }) {
        forget('chat', params.id);
        kept.notDoneYet -= 1;
        return { done: kept.notDoneYet < 0 };
      },
    });
    app.route({
      ...routeOf(listOwnChats),
      handler: async () => {
        requireHere();
        return { chats: kept.chats, settings: null };
      },
    });
    app.route({
      ...routeOf(listOwnMessages),
      handler: async ({ body }) =>
        kept.messages
          .filter(({ chatId, seq }) => chatId === body.chatId && seq > body.after)
          // Fewer than were asked for, as where they are long.
          .slice(0, Math.ceil(body.limit / 2)),
    });
    app.route({
      ...routeOf(listOwnReactions),
      handler: async ({ body }) => (body.after ? [] : kept.reactions),
    });
  });
  const media = await startStandIn('media', (app) => {
    app.route({
      ...routeOf(forgetUploadsOf),
      async handler({ params }, reply) {
        forget('media', params.id);
        return reply.code(204).send();
      },
    });
    app.route({
      ...routeOf(listOwnFiles),
      handler: async ({ body }) => kept.files.filter(({ id }) => id > (body.after ?? '')).slice(0, body.limit),
    });
    app.route({
      ...routeOf(readOwnFile),
      async handler({ params }, reply) {
        if (!kept.files.some(({ id }) => id === params.fileId)) throw notFound('file');
        return reply.type('application/octet-stream').send(await kept.contentOf(params.fileId));
      },
    });
  });

  return {
    kept,
    environment: { CHAT_URL: chat.url, MEDIA_URL: media.url },
    async stop() {
      await Promise.all([chat.close(), media.close()]);
    },
  };
}

export type Neighbours = Awaited<ReturnType<typeof startNeighbours>>;
