import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Kustomization, kubernetesFolder, type Manifest, type PlacedManifest } from './manifests.ts';

interface SecurityContext {
  runAsNonRoot?: boolean;
  runAsUser?: number;
  seccompProfile?: { type?: string };
  allowPrivilegeEscalation?: boolean;
  readOnlyRootFilesystem?: boolean;
  capabilities?: { drop?: string[]; add?: string[] };
}

interface Container {
  name: string;
  securityContext?: SecurityContext;
  resources?: { limits?: Record<string, string>; requests?: Record<string, string> };
  readinessProbe?: unknown;
  livenessProbe?: { httpGet?: { path?: string } };
  startupProbe?: { periodSeconds?: number; failureThreshold?: number };
}

interface PodSpec {
  automountServiceAccountToken?: boolean;
  enableServiceLinks?: boolean;
  hostNetwork?: boolean;
  securityContext?: SecurityContext;
  containers: Container[];
}

const workloads = new Set(['Deployment', 'StatefulSet', 'DaemonSet']);
const podOf = ({ spec }: Manifest) => (spec as { template: { spec: PodSpec } }).template.spec;

const podRules: Record<string, (pod: PodSpec) => boolean> = {
  'may run as root': ({ securityContext: context }) => context?.runAsNonRoot === true && (context.runAsUser ?? 0) > 0,
  'has no seccomp profile': ({ securityContext: context }) => context?.seccompProfile?.type === 'RuntimeDefault',
  'may speak to the cluster': ({ automountServiceAccountToken: mounted }) => mounted === false,
  'gets the addresses of services by its environment': ({ enableServiceLinks: links }) => links === false,
  'is on the network of its machine': ({ hostNetwork }) => hostNetwork !== true,
};

const secondsToStart = ({ periodSeconds = 0, failureThreshold = 0 }: Container['startupProbe'] = {}) =>
  periodSeconds * failureThreshold;

const containerRules: Record<string, (container: Container) => boolean> = {
  'may gain privileges': ({ securityContext: context }) => context?.allowPrivilegeEscalation === false,
  'can write its own root file system': ({ securityContext: context }) => context?.readOnlyRootFilesystem === true,
  'keeps capabilities': ({ securityContext: context }) =>
    context?.capabilities?.drop?.join() === 'ALL' && context.capabilities.add === undefined,
  'has no limits': ({ resources }) => ['cpu', 'memory'].every((what) => resources?.limits?.[what] !== undefined),
  'asks for no resources': ({ resources }) =>
    ['cpu', 'memory'].every((what) => resources?.requests?.[what] !== undefined),
  'has no readiness probe': ({ readinessProbe }) => readinessProbe !== undefined,
  'is ended while a store is away': ({ livenessProbe }) =>
    livenessProbe === undefined || livenessProbe.httpGet?.path === '/healthz',
  'is ended while it brings a large database up to date': ({ livenessProbe, startupProbe }) =>
    livenessProbe === undefined || secondsToStart(startupProbe) >= 1800,
};

/** The faults of the manifests by our own rules, one per line. */
export function manifestFaults(manifests: readonly PlacedManifest[]): string[] {
  return [...podFaults(manifests), ...twiceScaledFaults(manifests), ...oneSidedFaults(manifests)];
}

function podFaults(manifests: readonly PlacedManifest[]): string[] {
  return manifests
    .filter(({ manifest }) => workloads.has(manifest.kind))
    .flatMap(({ file, manifest }) => {
      const pod = podOf(manifest);
      const about = `${file}: ${manifest.kind} ${manifest.metadata.name}`;
      const ofPod = broken(podRules, pod).map((fault) => `${about} ${fault}`);
      const ofContainers = pod.containers.flatMap((container) =>
        broken(containerRules, container).map((fault) => `${about}, container ${container.name} ${fault}`),
      );
      return [...ofPod, ...ofContainers];
    });
}

const broken = <Subject>(rules: Record<string, (subject: Subject) => boolean>, subject: Subject) =>
  Object.entries(rules)
    .filter(([, holds]) => !holds(subject))
    .map(([fault]) => fault);

/** Files and folders that a kustomization names but that do not exist. */
export function missingFaults(kustomizations: readonly Kustomization[], folder = kubernetesFolder): string[] {
  return kustomizations.flatMap(({ file, resources }) =>
    resources
      .filter((path) => !existsSync(join(folder, path.endsWith('.yaml') ? path : `${path}/kustomization.yaml`)))
      .map((path) => `${file}: there is no ${path}`),
  );
}

/** Deployments that an autoscaler scales and that set a number as well: each `apply` would reset it. */
function twiceScaledFaults(manifests: readonly PlacedManifest[]): string[] {
  const scaled = manifests
    .filter(({ manifest }) => manifest.kind === 'HorizontalPodAutoscaler')
    .map(({ manifest }) => (manifest.spec as { scaleTargetRef: { name: string } }).scaleTargetRef.name);
  return manifests
    .filter(({ manifest }) => manifest.kind === 'Deployment' && scaled.includes(manifest.metadata.name))
    .filter(({ manifest }) => manifest.spec?.['replicas'] !== undefined)
    .map(({ file, manifest }) => `${file}: ${manifest.metadata.name} has an autoscaler and its own number of replicas`);
}

interface Peer {
  podSelector?: { matchLabels?: Record<string, string> };
}
interface PolicySpec {
  podSelector: { matchLabels?: Record<string, string> };
  ingress?: { from?: Peer[] }[];
  egress?: { to?: Peer[] }[];
}
const label = 'app.kubernetes.io/name';

/** Which process may call which by the policies, such as `chat to identity`: at the caller's end, and at the other one. */
export function allowedCalls(manifests: readonly PlacedManifest[]) {
  const policies = manifests
    .filter(({ manifest }) => manifest.kind === 'NetworkPolicy')
    .map(({ manifest }) => manifest.spec as unknown as PolicySpec);
  const { leaving, arriving } = { leaving: new Set<string>(), arriving: new Set<string>() };
  for (const { podSelector, ingress = [], egress = [] } of policies) {
    const own = podSelector.matchLabels?.[label];
    if (own === undefined) continue;
    for (const other of namesOf(egress.map(({ to }) => to))) leaving.add(`${own} to ${other}`);
    for (const other of namesOf(ingress.map(({ from }) => from))) arriving.add(`${other} to ${own}`);
  }
  return { leaving, arriving };
}

/** Calls between processes that the policies allow at only one end: they would fail. */
function oneSidedFaults(manifests: readonly PlacedManifest[]): string[] {
  const { leaving, arriving } = allowedCalls(manifests);
  const oneSided = [...leaving, ...arriving].filter((call) => !leaving.has(call) || !arriving.has(call));
  return oneSided.map((call) => `only one end allows ${call}`);
}

const namesOf = (rules: (Peer[] | undefined)[]) =>
  rules.flatMap((peers = []) => peers.flatMap(({ podSelector }) => podSelector?.matchLabels?.[label] ?? []));
