import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { networksOf, readCompose } from '../docker/compose-file.ts';
import { processes, processNames } from '../processes.ts';
import { allowedCalls, manifestFaults, missingFaults } from './manifest-faults.ts';
import { type Manifest, type PlacedManifest, readManifests } from './manifests.ts';
import { schemaFaults } from './schema-faults.ts';
import { unknownFieldFaults } from './unknown-fields.ts';

const named = (kind: string, manifests = readManifests()) =>
  manifests.filter(({ manifest }) => manifest.kind === kind).map(({ manifest }) => manifest.metadata.name);

test('every process has a deployment, a budget for disruptions and a policy; chat nodes are scaled', () => {
  expect(named('Deployment').sort()).toEqual([...processNames].sort());
  expect(named('PodDisruptionBudget').sort()).toEqual([...processNames].sort());
  expect(named('NetworkPolicy')).toEqual(expect.arrayContaining([...processNames, 'nobody']));
  expect(named('HorizontalPodAutoscaler')).toContain('chat');
});

test('who may not reach a store in compose may not in Kubernetes', () => {
  const { services } = readCompose();
  const policies = readManifests().filter(({ manifest }) => manifest.kind === 'NetworkPolicy');
  for (const store of ['postgres', 'redis', 's3']) {
    const network = networksOf(services[store] ?? {});
    const inCompose = processNames.filter((name) =>
      networksOf(services[name] ?? {}).some((net) => network.includes(net)),
    );
    const policy = policies.find(({ manifest }) => manifest.metadata.name === store)?.manifest;
    const allowed = [...JSON.stringify(policy?.spec?.['ingress']).matchAll(/"app.kubernetes.io\/name":"([\w-]+)"/g)];
    expect([store, allowed.map(([, name]) => name).sort()]).toEqual([store, inCompose.sort()]);
  }
});

test('uploads in progress lie in memory of their own, as much as in compose, so that it is noticed when it is full', () => {
  const { tmpfs, mem_limit } = readCompose().services['media'] ?? {};
  const inCompose = {
    sizeLimit: /size=(\d+)m/.exec(String(tmpfs))?.[1],
    memory: /^(\d+)m$/.exec(String(mem_limit))?.[1],
  };
  const media = readManifests().find(
    ({ manifest: { kind, metadata } }) => kind === 'Deployment' && metadata.name === 'media',
  );
  expect(media?.manifest.spec).toMatchObject({
    template: {
      spec: {
        containers: [{ resources: { limits: { memory: `${inCompose.memory}Mi` } } }],
        volumes: [{ name: 'tmp', emptyDir: { medium: 'Memory', sizeLimit: `${inCompose.sizeLimit}Mi` } }],
      },
    },
  });
});

test('parallel queries of PostgreSQL have as much memory to share as in compose', () => {
  const inCompose = /^(\d+)m$/.exec(String(readCompose().services['postgres']?.shm_size))?.[1];
  const postgres = readManifests().find(
    ({ manifest: { kind, metadata } }) => kind === 'StatefulSet' && metadata.name === 'postgres',
  );
  expect(postgres?.manifest.spec).toMatchObject({
    template: {
      spec: {
        containers: [{ volumeMounts: expect.arrayContaining([{ name: 'shared-memory', mountPath: '/dev/shm' }]) }],
        volumes: expect.arrayContaining([
          { name: 'shared-memory', emptyDir: { medium: 'Memory', sizeLimit: `${inCompose}Mi` } },
        ]),
      },
    },
  });
});

test('a process may call those whose addresses it reads, and no others', () => {
  const configs = processes.map(({ name, folder }): [string, string] => [
    name,
    readFileSync(new URL(`../../${folder}/src/config.ts`, import.meta.url), 'utf8'),
  ]);
  const read = configs.flatMap(([name, config]) =>
    [...config.matchAll(/(\w+)_URL: variables\.serviceUrls/g)].map(
      ([, other = '']) => `${name} to ${other.toLowerCase()}`,
    ),
  );
  const allowed = [...allowedCalls(readManifests()).leaving].filter((call) =>
    processNames.includes(call.split(' to ')[1] ?? ''),
  );
  expect(allowed.toSorted()).toEqual(read.toSorted());
});

test('whoever follows the README has the image, the secrets and the certificate that the manifests ask for', () => {
  const manifests = readManifests();
  const text = JSON.stringify(manifests);
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  const { images } = parse(read('overlays/example/kustomization.yaml')) as { images: { name: string }[] };
  const ours = manifests.filter(({ manifest: { kind } }) => kind === 'Deployment');
  expect(ours).toHaveLength(processes.length);
  for (const { manifest } of ours) expect(JSON.stringify(manifest)).toContain(`"image":"${images[0]?.name}"`);

  const asked = [...text.matchAll(/"secretKeyRef":\{"name":"koinonia","key":"(\w+)"/g)].map(([, key]) => key);
  const made = [...read('../../.env.example').matchAll(/^(\w+)=/gm)].map(([, key]) => key);
  expect(asked.length).toBeGreaterThan(10);
  expect(asked.filter((key) => !made.includes(key))).toEqual([]);

  expect(text).toContain('"secretName":"koinonia-tls"');
  // Otherwise the policy that lets nobody in keeps out those who check that the name is ours.
  expect(named('NetworkPolicy')).toContain('certificates');
});

describe('each check finds its fault', () => {
  const changed = (change: (chat: Manifest) => void): PlacedManifest[] => {
    const manifests = readManifests().filter(({ file }) => file.endsWith('base/chat.yaml'));
    const chat = manifests.find(({ manifest }) => manifest.kind === 'Deployment');
    if (chat) change(chat.manifest);
    return manifests;
  };
  const pod = (manifest: Manifest) =>
    (manifest.spec as { template: { spec: Record<string, unknown> & { containers: Record<string, unknown>[] } } })
      .template.spec;

  test('a field of the wrong kind, and a kind that does not exist', async () => {
    expect(await schemaFaults(changed(({ spec }) => Object.assign(spec ?? {}, { replicas: 'three' })))).toHaveLength(1);
    expect(await schemaFaults(changed((chat) => Object.assign(chat, { kind: 'Deploymint' })))).toHaveLength(1);
  });
  test('a field that nobody knows', () => {
    const faults = unknownFieldFaults(
      changed((chat) => Object.assign(pod(chat).containers[0] ?? {}, { imagePolicy: 1 })),
    );
    expect(faults.join()).toMatch(/chat\.yaml: Deployment chat: .*imagePolicy/);
  }, 60_000);
  test.each([
    ['may run as root', 'securityContext', undefined],
    ['may speak to the cluster', 'automountServiceAccountToken', undefined],
    ['is on the network of its machine', 'hostNetwork', true],
  ])('a pod that %s', (fault, field, value) => {
    expect(manifestFaults(changed((chat) => Object.assign(pod(chat), { [field]: value }))).join()).toContain(fault);
  });
  test.each([
    ['has no limits', 'resources', {}],
    ['keeps capabilities', 'securityContext', { readOnlyRootFilesystem: true }],
    ['is ended while a store is away', 'livenessProbe', { httpGet: { path: '/readyz' } }],
    ['is ended while it brings a large database', 'startupProbe', { periodSeconds: 2, failureThreshold: 90 }],
  ])('a container that %s', (fault, field, value) => {
    const faults = manifestFaults(changed((chat) => Object.assign(pod(chat).containers[0] ?? {}, { [field]: value })));
    expect(faults.join()).toContain(fault);
  });
  test('a call that only one end allows', () => {
    const policies = readManifests().filter(({ manifest }) => manifest.metadata.name !== 'groups');
    expect(manifestFaults(policies)).toContain('only one end allows gateway to groups');
  });
  test('a number of replicas beside an autoscaler', () => {
    const manifests = readManifests();
    const chat = manifests.find(
      ({ manifest: { kind, metadata } }) => kind === 'Deployment' && metadata.name === 'chat',
    );
    Object.assign(chat?.manifest.spec ?? {}, { replicas: 3 });
    expect(manifestFaults(manifests).join()).toContain('chat has an autoscaler');
  });
  test('a file that is not there', () => {
    expect(missingFaults([{ file: 'x', resources: ['base/nothing.yaml'] }])).toEqual([
      'x: there is no base/nothing.yaml',
    ]);
  });
});
