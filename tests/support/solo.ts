import { startTestIssuer } from '@koinonia/kit/testing/issuer.ts';
import { domain, type Product, signInEnvironment } from './product.ts';
import { type SoloProcess, startSoloProcess } from './solo-process.ts';

/** The product in one process, which supervises a PostgreSQL of its own. */
export interface Solo extends Product, Pick<SoloProcess, 'process' | 'dataDir' | 'killEverything'> {
  readonly form: 'solo';
}

export async function startSolo(environment: Record<string, string> = {}): Promise<Solo> {
  const issuer = await startTestIssuer({ domain });
  const solo = await startSoloProcess({ ...signInEnvironment(issuer), ...environment }).catch(
    async (error: unknown) => {
      await issuer.close();
      throw error;
    },
  );
  return {
    form: 'solo',
    origins: [solo.process.url],
    publicUrl: solo.publicUrl,
    issuer,
    process: solo.process,
    dataDir: solo.dataDir,
    killEverything: solo.killEverything,
    complaints: () => solo.process.complaints().slice(-40).join('\n'),
    async end() {
      await solo.end();
      await issuer.close();
    },
  };
}
