import type { Bus } from '@koinonia/kit/bus/bus.ts';
import { buildService, type Service } from '@koinonia/kit/build-service.ts';
import type { Logger } from '@koinonia/kit/log.ts';
import { openFiles } from './files.ts';
import type { WorkerConfig } from './worker-config.ts';

/** Builds the media worker: it is asked for nothing but how it is. */
export async function buildMediaWorker(dependencies: { config: WorkerConfig; log: Logger; bus: Bus }): Promise<Service> {
  const { config, log, bus } = dependencies;
  const files = await openFiles(config.files);
  return buildService({
    name: 'media-worker',
    log,
    isReady: () => Promise.all([files.ping(), bus.ping()]),
  });
}
