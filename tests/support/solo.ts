import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestIssuer } from '@koinonia/kit/testing/issuer.ts';
import { type ProductProcess, productProcess } from './child-process.ts';
import { lastingPort } from './lasting-port.ts';
import { crashPostgres } from './own-postgres.ts';
import { commonEnvironment, domain, type Product } from './product.ts';

/** The product in one process, which supervises a PostgreSQL of its own. */
export interface Solo extends Product {
  readonly form: 'solo';
  readonly process: ProductProcess;
  /** Kills the process and then its PostgreSQL, as when the machine loses its power. */
  killEverything(): Promise<void>;
}

export async function startSolo(environment: Record<string, string> = {}): Promise<Solo> {
  const dataDir = await mkdtemp(join(tmpdir(), 'koinonia-solo-'));
  const issuer = await startTestIssuer({ domain });
  const port = await lastingPort();
  const publicUrl = `http://localhost:${port}`;
  const solo = productProcess({
    name: 'solo',
    script: 'infra/solo/start.ts',
    url: `http://127.0.0.1:${port}`,
    environment: { ...commonEnvironment(issuer, publicUrl), PORT: String(port), DATA_DIR: dataDir, ...environment },
  });

  async function end() {
    await solo.stop();
    await crashPostgres(dataDir).catch(() => {});
    await issuer.close();
    await rm(dataDir, { recursive: true, force: true });
  }

  try {
    await solo.start();
  } catch (error) {
    await end();
    throw error;
  }
  return {
    form: 'solo',
    origins: [solo.url],
    publicUrl,
    issuer,
    process: solo,
    async killEverything() {
      await solo.kill();
      await crashPostgres(dataDir, 'SIGKILL');
    },
    complaints: () => solo.complaints().slice(-40).join('\n'),
    end,
  };
}
