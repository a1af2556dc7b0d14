import { readdir } from 'node:fs/promises';
import type { Call } from '@koinonia/contracts/call.ts';

const contracts = new URL('../../../contracts/src/', import.meta.url);
/** Read from the folder, so that no module can be left out. */
const files = (await readdir(contracts)).filter((file) => !file.endsWith('.test.ts'));
const modules = await Promise.all(
  files.map((file): Promise<Record<string, unknown>> => import(new URL(file, contracts).href)),
);
const isCall = (exported: unknown): exported is Call =>
  typeof exported === 'object' && exported !== null && 'method' in exported && 'path' in exported;

/** All calls of the contracts that browsers make. */
export const publicCalls: readonly Call[] = modules
  .flatMap((module) => Object.values(module))
  .filter(isCall)
  .filter(({ path }) => path.startsWith('/api/'));
