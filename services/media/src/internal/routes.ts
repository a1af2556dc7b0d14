import {
  copyPicture,
  findAttachment,
  forgetUploadsOf,
  withdrawAttachments,
} from '@koinonia/contracts/media-internal.ts';
import type { Service } from '@koinonia/kit/http/build-service.ts';
import { isOwnId } from '@koinonia/kit/ids.ts';
import { requireProcess, routeOf } from '@koinonia/kit/http/routes.ts';
import type { MediaContext } from '../context.ts';
import { ownFilesRoutes } from '../own-files/routes.ts';
import { orderPicture } from '../issuer-pictures/order-picture.ts';
import { findGiven } from '../uploads/find-given.ts';
import { presentAbout } from '../uploads/present.ts';
import { forgetUploads, withdrawAttachments as withdraw } from '../upkeep/withdraw.ts';

const bodyOfManyAddresses = 256 * 1024;

/** Calls from the other services; never forwarded from outside. */
export function internalRoutes(app: Service, media: MediaContext): void {
  app.addHook('onRequest', requireProcess);
  ownFilesRoutes(app, media);

  app.route({
    ...routeOf(findAttachment),
    handler: async (request) => {
      const upload = await findGiven(media.db, request.body);
      return { attachment: upload ? presentAbout(upload) : null };
    },
  });

  app.route({
    ...routeOf(copyPicture),
    handler: async (request, reply) => {
      await orderPicture(media, request.params.id, request.body.picture);
      return reply.code(204).send();
    },
  });

  app.route({
    ...routeOf(withdrawAttachments),
    bodyLimit: bodyOfManyAddresses,
    handler: async (request, reply) => {
      await withdraw(media.db, request.body.urls);
      return reply.code(204).send();
    },
  });

  app.route({
    ...routeOf(forgetUploadsOf),
    handler: async (request, reply) => {
      if (isOwnId(request.params.id)) await forgetUploads(media.db, request.params.id);
      return reply.code(204).send();
    },
  });
}
