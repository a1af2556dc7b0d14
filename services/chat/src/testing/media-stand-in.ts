import { randomUUID } from 'node:crypto';
import { type AttachmentAbout, attachmentPath } from '@koinonia/contracts/media.ts';
import { findAttachment, withdrawAttachments } from '@koinonia/contracts/media-internal.ts';
import { unavailable } from '@koinonia/kit/errors.ts';
import { routeOf } from '@koinonia/kit/http/routes.ts';
import { startStandIn } from '@koinonia/kit/testing/stand-in.ts';

/** Answers chat's calls to media over real HTTP, from the attachments that a test handed out. */
export interface MediaStandIn {
  url: string;
  /** Gives a person an attachment for a chat; returns its address. */
  give(chatId: string, senderId: string, about: AttachmentAbout): string;
  /** The addresses that were withdrawn; nobody finds their attachments any more. */
  withdrawn: string[];
  /** Behaves as if media were away, until it is told otherwise. */
  beAway(away: boolean): void;
  close(): Promise<void>;
}

export async function startMediaStandIn(): Promise<MediaStandIn> {
  const given = new Map<string, { chatId: string; senderId: string; about: AttachmentAbout }>();
  const withdrawn: string[] = [];
  let isAway = false;
  const media = await startStandIn('media', (inside) => {
    inside.route({
      ...routeOf(findAttachment),
      handler: async ({ body }) => {
        const found = given.get(body.url);
        const isTheirs = found?.chatId === body.chatId && found.senderId === body.senderId;
        return { attachment: isTheirs ? found.about : null };
      },
    });
    inside.route({
      ...routeOf(withdrawAttachments),
      async handler({ body }, reply) {
        if (isAway) throw unavailable('the test says so');
        withdrawn.push(...body.urls);
        for (const url of body.urls) given.delete(url);
        return reply.code(204).send();
      },
    });
  });

  return {
    ...media,
    give(chatId, senderId, about) {
      const url = `${attachmentPath}/${randomUUID()}/${encodeURIComponent(about.name)}`;
      given.set(url, { chatId, senderId, about });
      return url;
    },
    withdrawn,
    beAway: (away) => void (isAway = away),
  };
}
