import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** A process of the cluster form. */
export interface Process {
  /** As in compose, Kubernetes, logs and metrics. */
  readonly name: string;
  /** The folder of its code, which may have two processes: a server and a worker. */
  readonly folder: string;
  readonly script: string;
}

/** Every process, found by its start script. Every other list of processes is compared with this one. */
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
