import multipart from '@fastify/multipart';
import {
  findUpload,
  removeGroupPicture as removeGroupPictureCall,
  uploadAttachment,
  uploadAvatar,
  uploadGroupPicture,
} from '@koinonia/contracts/media.ts';
import type { Service } from '@koinonia/kit/http/build-service.ts';
import { callerOf, routeOf } from '@koinonia/kit/http/routes.ts';
import type { MediaContext } from '../context.ts';
import type { UploadKind } from '../database/schema.ts';
import { presentAttachment } from './present.ts';
import { findSent, takeAttachment } from './take-attachment.ts';
import { takeAvatar } from './take-avatar.ts';
import { removeGroupPicture, takeGroupPicture } from './take-group-picture.ts';

const kinds: Readonly<Record<string, UploadKind>> = {
  [uploadAvatar.path]: 'avatar',
  [uploadGroupPicture.path]: 'group-picture',
  [uploadAttachment.path]: 'attachment',
};

function outcomeOf(status: number): 'taken' | 'refused' | 'failed' {
  if (status < 400) return 'taken';
  return status < 500 ? 'refused' : 'failed';
}

export async function uploadRoutes(app: Service, media: MediaContext): Promise<void> {
  await app.register(multipart);
  app.addHook('onResponse', async (request, reply) => {
    const kind = kinds[request.routeOptions.url ?? ''];
    if (kind && request.method === 'POST') media.metrics.uploads.inc({ kind, outcome: outcomeOf(reply.statusCode) });
  });

  app.route({
    ...routeOf(uploadAvatar),
    handler: async (request) => ({ url: await takeAvatar(media, callerOf(request), request) }),
  });

  app.route({
    ...routeOf(uploadGroupPicture),
    handler: async (request) => ({
      url: await takeGroupPicture(media, callerOf(request), request.params.id, request),
    }),
  });

  app.route({
    ...routeOf(removeGroupPictureCall),
    handler: async (request, reply) => {
      await removeGroupPicture(media, callerOf(request), request.params.id);
      return reply.code(204).send();
    },
  });

  app.route({
    ...routeOf(uploadAttachment),
    handler: async (request, reply) => {
      const to = { chatId: request.params.id, ...request.query };
      const { upload, isNew } = await takeAttachment(media, callerOf(request), to, request);
      return reply.code(isNew ? 201 : 200).send(presentAttachment(upload));
    },
  });

  app.route({
    ...routeOf(findUpload),
    handler: async (request) => {
      const sent = await findSent(media, callerOf(request), { chatId: request.params.id, ...request.query });
      return { attachment: sent ? presentAttachment(sent) : null };
    },
  });
}
