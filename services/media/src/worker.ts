import { runService } from '@koinonia/kit/run-service.ts';
import { buildMediaWorker } from './worker-app.ts';
import { workerConfig } from './worker-config.ts';

await runService({ name: 'media-worker', config: () => workerConfig(process.env), build: buildMediaWorker });
