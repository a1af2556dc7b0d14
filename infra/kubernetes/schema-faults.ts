import type { Manifest, PlacedManifest } from './manifests.ts';

type Model = new (data: Manifest) => { validate(): void };

/** The path of a kind's schema in kubernetes-models; they are generated from the OpenAPI that Kubernetes publishes. */
export const schemaPackageOf = ({ apiVersion }: Manifest): string => `kubernetes-models/${apiVersion}`;

/** The faults of the manifests by the published schemas, one per line. An unknown kind is a fault. */
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
