import { freePort } from '@koinonia/kit/process/free-port.ts';
import { runService } from '@koinonia/kit/process/run-service.ts';
import { buildGateway } from './app.ts';
import { gatewayConfig } from './config.ts';

// Chosen before the start: the default of PUBLIC_URL contains it.
const PORT = process.env['PORT'] === '0' ? String(await freePort()) : process.env['PORT'];

await runService({ name: 'gateway', config: () => gatewayConfig({ ...process.env, PORT }), build: buildGateway });
