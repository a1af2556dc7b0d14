import { runService } from '@koinonia/kit/process/run-service.ts';
import { buildGroups } from './app.ts';
import { groupsConfig } from './config.ts';

await runService({ name: 'groups', config: () => groupsConfig(process.env), build: buildGroups });
