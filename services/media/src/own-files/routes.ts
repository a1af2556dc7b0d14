import { listOwnFiles, readOwnFile } from '@koinonia/contracts/media-internal.ts';
import type { Service } from '@koinonia/kit/http/build-service.ts';
import { routeOf } from '@koinonia/kit/http/routes.ts';
import type { MediaContext } from '../context.ts';
import { openOwnFile, ownFilesOf } from './service.ts';

/** Calls from identity when a person downloads everything that is stored about them. For our own processes only. */
export function ownFilesRoutes(app: Service, media: MediaContext): void {
  app.route({
    ...routeOf(listOwnFiles),
    handler: async ({ params, body }) => ownFilesOf(media, params.id, body),
  });

  app.route({
    ...routeOf(readOwnFile),
    async handler({ params }, reply) {
      const { body, size } = await openOwnFile(media, params.id, params.fileId);
      return reply.type('application/octet-stream').header('content-length', size).send(body);
    },
  });
}
