import type { Manifest, PlacedManifest } from './manifests.ts';

type Model = new (data: Manifest) => { validate(): void };

/** Where kubernetes-models keeps the schema of a kind; they are made from the OpenAPI that Kubernetes publishes. */
export const schemaPackageOf = ({ apiVersion }: Manifest): string => `kubernetes-models/${apiVersion}`;

/** What the published schemas have against the manifests, a line each. A kind that they do not know is a fault. */
export async function schemaFaults(manifests: readonly PlacedManifest[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { file, manifest } of manifests) {
    const about = `${file}: ${manifest.kind} ${manifest.metadata?.name}`;
    try {
      const models = (await import(schemaPackageOf(manifest))) as Record<string, Model>;
      const Kind = models[manifest.kind];
      if (!Kind) throw new Error(`there is no ${manifest.kind} in ${manifest.apiVersion}`);
      new Kind(manifest).validate();
    } catch (error) {
      faults.push(`${about}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return faults;
}
