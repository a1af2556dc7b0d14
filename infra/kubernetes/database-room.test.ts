import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sendConnections } from '@koinonia/chat/config.ts';
import { defaultConnections } from '@koinonia/kit/stores/database.ts';
import { expect, test } from 'vitest';
import { readCompose } from '../docker/compose-file.ts';
import { storing } from '../processes.ts';
import { kubernetesFolder, readManifests } from './manifests.ts';

/** The maximum of connections per process. */
const held: Readonly<Record<string, number>> = {
  ...Object.fromEntries(storing.map(({ name }) => [name, defaultConnections])),
  chat: defaultConnections + sendConnections,
};
/** PostgreSQL keeps these for its superuser. */
const reserved = 3;
/** Additional connections for each service, while a starting process brings its tables up to date. */
const starting = 2;

const mostOf = (command: string) => Number(/max_connections=(\d+)/.exec(command)?.[1]) - reserved;

test('PostgreSQL has a connection for all that may run in Kubernetes, during an update too', () => {
  const manifests = readManifests().map(({ manifest }) => manifest);
  const mostPods = (name: string): number => {
    const [deployment, scaler] = ['Deployment', 'HorizontalPodAutoscaler'].map((kind) =>
      manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name),
    );
    return Number(scaler?.spec?.['maxReplicas'] ?? deployment?.spec?.['replicas']);
  };
  const wanted = Object.entries(held).map(([name, each]) => (mostPods(name) + 1) * each + starting);
  const stores = readFileSync(join(kubernetesFolder, 'overlays/example/stores.yaml'), 'utf8');
  expect(wanted.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(mostOf(stores));
});

test('PostgreSQL has a connection for eight chat nodes and three of all else in compose', () => {
  const postgres = readCompose().services['postgres'] as { command?: string } | undefined;
  const wanted = Object.entries(held).map(([name, each]) => (name === 'chat' ? 8 : 3) * each + starting);
  expect(wanted.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(mostOf(postgres?.command ?? ''));
});
