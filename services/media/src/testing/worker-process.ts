/* The worker as `worker.ts` runs it, with images at the priority of the tests. */
import { runService } from '@koinonia/kit/process/run-service.ts';
import { workerConfig } from '../config.ts';
import { buildMediaWorker } from '../worker-app.ts';
import { niceness } from './niceness.ts';

await runService({
  name: 'media-worker',
  config: () => workerConfig(process.env),
  build: (dependencies) => buildMediaWorker({ ...dependencies, niceness }),
});
