import { runService } from '@koinonia/kit/process/run-service.ts';
import { buildChat } from './app.ts';
import { chatConfig } from './config.ts';

await runService({ name: 'chat', config: () => chatConfig(process.env), build: buildChat });
