import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

export const kubernetesFolder = import.meta.dirname;

/** The content of a manifest, with the fields that our rules check. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec?: Record<string, unknown>;
}

export interface PlacedManifest {
  /** Its file, relative to this folder. */
  readonly file: string;
  readonly manifest: Manifest;
}

export interface Kustomization {
  readonly file: string;
  readonly resources: string[];
}

const kustomizationName = 'kustomization.yaml';

/** Every kustomization below this folder, each with its files and folders. */
export function readKustomizations(folder = kubernetesFolder): Kustomization[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => basename(path) === kustomizationName)
    .map((path) => {
      const { resources } = parse(readFileSync(join(folder, path), 'utf8')) as { resources: string[] };
      const at = join(folder, path, '..');
      return { file: path, resources: resources.map((resource) => relative(folder, resolve(at, resource))) };
    });
}

/** All manifests of the kustomizations, before they are changed. */
export function readManifests(folder = kubernetesFolder): PlacedManifest[] {
  const files = readKustomizations(folder)
    .flatMap(({ resources }) => resources)
    .filter((path) => path.endsWith('.yaml') && existsSync(join(folder, path)));
  return [...new Set(files)].flatMap((file) =>
    parseAllDocuments(readFileSync(join(folder, file), 'utf8')).map((document) => {
      if (document.errors.length > 0) throw new Error(`${file}: ${document.errors.join(', ')}`);
      return { file, manifest: document.toJS() as Manifest };
    }),
  );
}
