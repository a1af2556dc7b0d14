import { writtenNumber } from '@koinonia/contracts/common.ts';
import { avatarSizes, imageWidths } from '@koinonia/contracts/image-sizes.ts';
import { attachmentPath, avatarPath, groupPicturePath } from '@koinonia/contracts/media.ts';
import type { Service } from '@koinonia/kit/http/build-service.ts';
import { callerOf } from '@koinonia/kit/http/routes.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { attachmentFor, avatarFor, groupPictureFor } from '../access.ts';
import type { MediaContext } from '../context.ts';
import type { UploadRow } from '../database/schema.ts';
import { representationOf } from './choose-representation.ts';
import { sendFile, sendState } from './send-file.ts';

/** Revalidated every time, so that a person who loses access cannot read it; an unchanged file costs no bytes. */
const askedEachTime = 'private, no-cache';
/** A changed avatar gets another address. */
const keptForEver = 'private, max-age=31536000, immutable';

const AvatarParams = z.object({ id: z.string(), size: writtenNumber().pipe(z.literal(avatarSizes)) });
const AttachmentParams = z.object({ id: z.string() });
const AttachmentQuery = z.object({ w: writtenNumber().pipe(z.literal(imageWidths)).optional() });

const reads = { method: ['GET', 'HEAD'] as ('GET' | 'HEAD')[], exposeHeadRoute: false };

export function servingRoutes(app: Service, media: MediaContext): void {
  app.route({
    ...reads,
    url: `${avatarPath}/:id/:size`,
    schema: { params: AvatarParams },
    async handler(request, reply) {
      const upload = await avatarFor(media, callerOf(request), request.params.id);
      const wish = { atLeast: request.params.size, cacheControl: keptForEver, fileName: 'avatar' };
      return serve(media, request, reply, upload, wish);
    },
  });

  app.route({
    ...reads,
    url: `${groupPicturePath}/:id/:size`,
    schema: { params: AvatarParams },
    async handler(request, reply) {
      const upload = await groupPictureFor(media, callerOf(request), request.params.id);
      const wish = { atLeast: request.params.size, cacheControl: askedEachTime, fileName: 'picture' };
      return serve(media, request, reply, upload, wish);
    },
  });

  // The name at the end is for readers; only the id selects the file.
  for (const url of [`${attachmentPath}/:id`, `${attachmentPath}/:id/*`]) {
    app.route({
      ...reads,
      url,
      schema: { params: AttachmentParams, querystring: AttachmentQuery },
      async handler(request, reply) {
        const upload = await attachmentFor(media, callerOf(request), request.params.id);
        const atLeast = request.query.w ?? Infinity;
        return serve(media, request, reply, upload, {
          atLeast,
          cacheControl: askedEachTime,
          fileName: upload.file_name,
        });
      },
    });
  }
}

/** Answers with the form of an upload that suits the client, or with its state. */
async function serve(
  { db, files }: MediaContext,
  request: FastifyRequest,
  reply: FastifyReply,
  upload: UploadRow,
  { atLeast, ...told }: { atLeast: number; cacheControl: string; fileName: string },
) {
  const file = await representationOf(db, upload, { atLeast, accept: request.headers.accept });
  if (typeof file === 'string') return sendState(reply, file);
  return sendFile(files, request, reply, file, told);
}
