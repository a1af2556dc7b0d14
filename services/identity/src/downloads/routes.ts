import { downloadOwnData, prepareDownload } from '@koinonia/contracts/own-data.ts';
import type { Service } from '@koinonia/kit/http/build-service.ts';
import { actorOf, routeOf, sourceOf } from '@koinonia/kit/http/routes.ts';
import type { IdentityContext } from '../context.ts';
import { noHead } from '../no-head.ts';
import { sendDownload } from '../send-download.ts';
import { requireOwnOrigin } from '../sessions/own-origin.ts';
import type { SessionCookie } from '../sessions/session-cookie.ts';
import { followDownloads } from './follow-downloads.ts';
import { openDownload, prepareDownload as prepare } from './service.ts';

export function downloadRoutes(
  app: Service,
  { publicUrl, cookie, ...context }: IdentityContext & { publicUrl: string; cookie: SessionCookie },
): void {
  const downloads = followDownloads(context);
  app.addHook('onClose', () => downloads.close());

  app.route({
    ...routeOf(prepareDownload),
    handler: async (request, reply) => reply.code(201).send(await prepare(context, actorOf(request))),
  });

  app.route({
    ...routeOf(downloadOwnData),
    ...noHead,
    onRequest: requireOwnOrigin(publicUrl),
    async handler(request, reply) {
      const zip = await openDownload(
        { ...context, downloads },
        cookie.read(request),
        request.params.id,
        sourceOf(request),
      );
      return sendDownload(reply, { name: 'my-data', ending: 'zip', contentType: 'application/zip' }, zip);
    },
  });
}
