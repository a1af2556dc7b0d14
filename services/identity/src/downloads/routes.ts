import { downloadOwnData, prepareDownload } from '@koinonia/contracts/own-data.ts';
import type { Service } from '@koinonia/kit/build-service.ts';
import { actorOf, routeOf, sourceOf } from '@koinonia/kit/routes.ts';
import { sendDownload } from '../send-download.ts';
import { requireOwnOrigin } from '../sessions/own-origin.ts';
import type { SessionCookie } from '../sessions/session-cookie.ts';
import { type DownloadContext, openDownload, prepareDownload as prepare } from './service.ts';

export function downloadRoutes(
  app: Service,
  { publicUrl, cookie, ...context }: DownloadContext & { publicUrl: string; cookie: SessionCookie },
): void {
  app.route({
    ...routeOf(prepareDownload),
    handler: async (request, reply) => reply.code(201).send(await prepare(context, actorOf(request))),
  });

  app.route({
    ...routeOf(downloadOwnData),
    onRequest: requireOwnOrigin(publicUrl),
    async handler(request, reply) {
      const zip = await openDownload(context, cookie.read(request), request.params.id, sourceOf(request));
      return sendDownload(reply, { name: 'my-data', ending: 'zip', contentType: 'application/zip' }, zip);
    },
  });
}
