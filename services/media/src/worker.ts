import { runService } from '@koinonia/kit/process/run-service.ts';
import { workerConfig } from './config.ts';
import { buildMediaWorker } from './worker-app.ts';

await runService({ name: 'media-worker', config: () => workerConfig(process.env), build: buildMediaWorker });
