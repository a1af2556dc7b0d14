import { runService } from '@koinonia/kit/process/run-service.ts';
import { buildIdentity } from './app.ts';
import { identityConfig } from './config.ts';

await runService({ name: 'identity', config: () => identityConfig(process.env), build: buildIdentity });
