import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { kubernetesFolder, readKustomizations, readManifests } from './manifests.ts';
import { manifestFaults, missingFaults } from './manifest-faults.ts';
import { schemaFaults } from './schema-faults.ts';
import { unknownFieldFaults } from './unknown-fields.ts';

const manifests = readManifests();
const faults = [
  ...missingFaults(readKustomizations()),
  ...(await schemaFaults(manifests)),
  ...unknownFieldFaults(manifests),
  ...manifestFaults(manifests),
  ...renderFaults(),
];
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;

/** Kustomize's own result for the example, if it is installed. */
function renderFaults(): string[] {
  const program = [
    ['kustomize', 'build'],
    ['kubectl', 'kustomize'],
  ].find(([name = '', command = '']) => spawnSync(name, [command, '--help'], { stdio: 'ignore' }).status === 0);
  if (!program) {
    process.stdout.write('The overlay is not rendered: there is neither kustomize nor kubectl here.\n');
    return [];
  }
  const [name = '', command = ''] = program;
  const overlay = join(kubernetesFolder, 'overlays/example');
  const { status, stderr } = spawnSync(name, [command, overlay], { encoding: 'utf8', timeout: 60_000 });
  return status === 0 ? [] : [`overlays/example: ${stderr}`];
}
