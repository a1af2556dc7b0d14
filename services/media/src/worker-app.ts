import { buildService, type Service } from '@koinonia/kit/http/build-service.ts';
import { type MediaDependencies, openMedia } from './open-media.ts';
import { startWork } from './start-work.ts';

/** Builds the media worker. It only answers health and metrics calls; its work comes through the queue and the database. */
export async function buildMediaWorker(dependencies: MediaDependencies): Promise<Service> {
  const { log, bus } = dependencies;
  const { media, ping, close } = await openMedia(dependencies, 'media-worker');
  const app = buildService({
    name: 'media-worker',
    log,
    databases: { media: media.db },
    queues: { images: media.imageJobs, pictures: media.pictureJobs },
    isReady: () => Promise.all([ping(), bus.ping()]),
  });
  media.metrics.registerAt(app.metrics.registry);
  const stopWork = startWork(media, dependencies.dropEvery);
  app.addHook('onClose', async () => {
    await stopWork();
    await close();
  });
  return app;
}
