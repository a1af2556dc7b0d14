import { buildService, type Service } from '@koinonia/kit/http/build-service.ts';
import { createCallerVerifier } from '@koinonia/kit/calls/caller-statement.ts';
import { requireStatements } from '@koinonia/kit/http/routes.ts';
import { letUnreadBodiesFlowOff } from '@koinonia/kit/http/unread-bodies.ts';
import { internalRoutes } from './internal/routes.ts';
import { type MediaDependencies, openMedia } from './open-media.ts';
import { servingRoutes } from './serving/routes.ts';
import { startBesideWorkers, startWork } from './start-work.ts';
import { uploadRoutes } from './uploads/routes.ts';

/** Builds the media service and first brings its stores up to date; `close()` releases everything that it opened. */
export async function buildMedia(dependencies: MediaDependencies): Promise<Service> {
  const { config, log, bus } = dependencies;
  const { media, ping, close } = await openMedia(dependencies, 'media');
  const app = buildService({
    name: 'media',
    log,
    databases: { media: media.db },
    queues: { images: media.imageJobs, pictures: media.pictureJobs },
    isReady: () => Promise.all([ping(), bus.ping()]),
  });
  media.metrics.registerAt(app.metrics.registry);
  letUnreadBodiesFlowOff(app);

  const verify = createCallerVerifier(config.internalSecret, 'media');
  await app.register(async (inside) => {
    requireStatements(app, inside, verify);
    await inside.register(async (scope) => internalRoutes(scope, media));
    await inside.register(async (scope) => uploadRoutes(scope, media));
    servingRoutes(inside, media);
  });

  // Only this process can work on an in-memory queue.
  const stopWork = config.redisUrl ? startBesideWorkers(media) : startWork(media, dependencies.dropEvery);
  app.addHook('onClose', async () => {
    await stopWork();
    await close();
  });
  return app;
}
