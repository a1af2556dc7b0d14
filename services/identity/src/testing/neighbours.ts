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
import { buildService, type Service } from '@koinonia/kit/http/build-service.ts';
import { type Audience, createCallerVerifier } from '@koinonia/kit/calls/caller-statement.ts';
import { notFound, unavailable } from '@koinonia/kit/errors.ts';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { requireProcess, requireStatement, routeOf } from '@koinonia/kit/http/routes.ts';
import { testSecret } from '@koinonia/kit/testing/callers.ts';

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

  const chat = await start('chat', (app) => {
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
  const media = await start('media', (app) => {
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

async function start(name: Audience, routes: (app: Service) => unknown) {
  const app = buildService({ name, log: createLog('silent', name) });
  await app.register(async (inside) => {
    inside.addHook('onRequest', requireStatement(createCallerVerifier(testSecret, name)));
    inside.addHook('onRequest', requireProcess);
    routes(inside);
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url, close: () => app.close() };
}
