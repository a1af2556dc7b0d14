import { runService } from '@koinonia/kit/run-service.ts';
import { buildGateway } from './app.ts';
import { gatewayConfig } from './config.ts';

await runService({ name: 'gateway', config: () => gatewayConfig(process.env), build: buildGateway });
