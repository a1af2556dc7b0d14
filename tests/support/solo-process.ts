import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ProductProcess, productProcess } from './child-process.ts';
import { freePort } from '@koinonia/kit/process/free-port.ts';
import { crashPostgres } from './own-postgres.ts';
import { layOutPostgres } from '@koinonia/infra/solo/testing/prepared-postgres.ts';
import { commonEnvironment } from './product.ts';

/** The solo form as a process that can be killed and started again on the same data, at the same address. */
export interface SoloProcess {
  readonly process: ProductProcess;
  readonly publicUrl: string;
  readonly dataDir: string;
  /** Kills the process and then its PostgreSQL, as in a power cut. */
  killEverything(): Promise<void>;
  end(): Promise<void>;
}

/** Starts it on a temporary folder and a free port. */
export async function startSoloProcess(environment: Record<string, string>): Promise<SoloProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'koinonia-solo-'));
  await layOutPostgres(dataDir);
  const port = await freePort();
  const publicUrl = `http://localhost:${port}`;
  const solo = productProcess({
    name: 'solo',
    script: 'infra/solo/start.ts',
    url: `http://127.0.0.1:${port}`,
    environment: { ...commonEnvironment, PUBLIC_URL: publicUrl, PORT: String(port), DATA_DIR: dataDir, ...environment },
  });

  async function end() {
    await solo.stop();
    // Already gone if the process ended cleanly.
    await crashPostgres(dataDir).catch(() => {});
    await rm(dataDir, { recursive: true, force: true });
  }

  try {
    await solo.start();
  } catch (error) {
    await end();
    throw error;
  }
  return {
    process: solo,
    publicUrl,
    dataDir,
    async killEverything() {
      await solo.kill();
      await crashPostgres(dataDir, 'SIGKILL');
    },
    end,
  };
}
