import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type PlacedManifest, kubernetesFolder } from './manifests.ts';
import { schemaPackageOf } from './schema-faults.ts';

const infra = resolve(kubernetesFolder, '..');
const compiler = resolve(infra, '../node_modules/.bin/tsc');

/**
 * Fields that no schema knows, one per line: Kubernetes silently drops them. The schemas allow any field, but their types do
 * not: each manifest is passed to the compiler as a literal of its kind.
 */
export function unknownFieldFaults(manifests: readonly PlacedManifest[]): string[] {
  const folder = mkdtempSync(join(infra, 'node_modules', '.manifests-'));
  try {
    const lines = manifests.map(
      ({ manifest }, place) =>
        `import type { I${manifest.kind} as K${place} } from '${schemaPackageOf(manifest)}';\n` +
        `export const m${place}: K${place} = ${JSON.stringify(manifest)};`,
    );
    writeFileSync(join(folder, 'manifests.ts'), lines.join('\n'));
    const options = { strict: true, noEmit: true, module: 'nodenext', skipLibCheck: true, types: [] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['manifests.ts'] }));
    const { stdout, status } = spawnSync(compiler, ['-p', folder, '--pretty', 'false'], { encoding: 'utf8' });
    if (status === 0) return [];
    return stdout
      .split('\n')
      .filter((line) => line.includes('error TS'))
      .map((line) => inWords(line, manifests));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Two lines are written for each manifest, so the line number identifies it. */
function inWords(line: string, manifests: readonly PlacedManifest[]): string {
  const [, row = '0', fault = line] = /\((\d+),\d+\): (.*)$/.exec(line) ?? [];
  const placed = manifests[Math.floor((Number(row) - 1) / 2)];
  return `${placed?.file}: ${placed?.manifest.kind} ${placed?.manifest.metadata.name}: ${fault}`;
}
