import { existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A container becomes healthy when its process is ready, so that containers that wait for it find its stores available too.
 * From then on it is healthy as long as the process is alive: restarting it because a store is away would turn a short
 * outage into a long one.
 */
const wasReady = join(tmpdir(), 'was-ready');
const path = existsSync(wasReady) ? '/healthz' : '/readyz';
const { status } = await fetch(`http://127.0.0.1:${process.env.PORT ?? 8080}${path}`, {
  signal: AbortSignal.timeout(3000),
});
if (status === 200 && path === '/readyz') writeFileSync(wasReady, '');
process.exit(status === 200 ? 0 : 1);
