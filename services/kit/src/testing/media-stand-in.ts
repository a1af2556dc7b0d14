import { randomUUID } from 'node:crypto';
import { type AttachmentAbout, attachmentPath, findAttachment } from '@koinonia/contracts/media.ts';
import { buildService, type Service } from '../build-service.ts';
import { createCallerVerifier } from '../caller-statement.ts';
import { createLog } from '../log.ts';
import { requireProcess, requireStatement, routeOf } from '../routes.ts';
import { testSecret } from './callers.ts';

/** Answers what chat asks of media over real HTTP, from what a test gave out. */
export interface MediaStandIn {
  url: string;
  /** Gives somebody an attachment for a chat; returns its address. */
  give(chatId: string, senderId: string, about: AttachmentAbout): string;
  close(): Promise<void>;
}

export async function startMediaStandIn(): Promise<MediaStandIn> {
  const given = new Map<string, { chatId: string; senderId: string; about: AttachmentAbout }>();
  const app = buildService({ name: 'media', log: createLog('silent', 'media') });
  await app.register(async (inside) => {
    inside.addHook('onRequest', requireStatement(createCallerVerifier(testSecret, 'media')));
    inside.addHook('onRequest', requireProcess);
    (inside as Service).route({
      ...routeOf(findAttachment),
      handler: async ({ body }) => {
        const found = given.get(body.url);
        const isTheirs = found?.chatId === body.chatId && found.senderId === body.senderId;
        return { attachment: isTheirs ? found.about : null };
      },
    });
  });

  return {
    url: await app.listen({ host: '127.0.0.1', port: 0 }),
    give(chatId, senderId, about) {
      const url = `${attachmentPath}/${randomUUID()}/${encodeURIComponent(about.name)}`;
      given.set(url, { chatId, senderId, about });
      return url;
    },
    close: () => app.close(),
  };
}
