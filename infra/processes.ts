import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** A process of the cluster form. */
export interface Process {
  /** As in compose, Kubernetes, logs and metrics. */
  readonly name: string;
  /** Of its code. One folder may have two processes: a server and a worker. */
  readonly folder: string;
  readonly script: string;
}

/** Every process, found by the scripts that start one: whatever lists processes is compared with this. */
export const processes: readonly Process[] = [
  'gateway',
  ...readdirSync(join(root, 'services')).map((name) => `services/${name}`),
].flatMap((folder) => {
  const name = folder.replace('services/', '');
  return [
    { name, folder, script: `${folder}/src/server.ts` },
    { name: `${name}-worker`, folder, script: `${folder}/src/worker.ts` },
  ].filter(({ script }) => existsSync(join(root, script)));
});

export const processNames = processes.map(({ name }) => name);

/** Those that store something in PostgreSQL, each service in a schema of its own. */
export const storing = processes.filter(({ folder }) => existsSync(join(root, folder, 'src/database/migrations')));
