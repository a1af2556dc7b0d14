import { runService } from '@koinonia/kit/process/run-service.ts';
import { buildMedia } from './app.ts';
import { mediaConfig } from './config.ts';

await runService({ name: 'media', config: () => mediaConfig(process.env), build: buildMedia });
