import { randomBytes, randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deleteChat, deleteMessage, editMessage, react } from '@koinonia/contracts/chat.ts';
import { createGroup } from '@koinonia/contracts/groups.ts';
import { verifyAudit } from '@koinonia/contracts/audit.ts';
import { changePerson } from '@koinonia/contracts/identity.ts';
import { testStores } from '@koinonia/kit/testing/stores.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { admin, type Person, somebody } from '../support/people.ts';
import { type Product, signInEnvironment } from '../support/product.ts';
import { startSoloProcess } from '../support/solo-process.ts';
import { changeAvatar, share, whatTheySee } from './answers.ts';
import { move, run } from './command.ts';

/** A picture of 32 times 16 pixels. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAQCAAAAABSayKFAAAAFElEQVR42mNoQAP/0QDDqIKRpAAAGPl/EKQqz+wAAAAASUVORK5CYII=',
  'base64',
);
const BACKUP_KEY = 'the key of this rehearsal';

function freshS3(): Record<string, string> {
  const { endpoint, region, accessKey, secretKey } = testStores().s3[0]!;
  const bucket = `rehearsal-${randomUUID()}`;
  const [S3_ENDPOINT, S3_REGION, S3_BUCKET] = [endpoint, region, bucket];
  return { S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey };
}

/** The backup is the same for any number of nodes. */
const small = { chatNodes: 1, gateways: 1 };

/** A failure shows what was said. */
const succeeded = { code: 0, said: expect.any(String) };

let folder: string;
let cluster: Cluster;
let clusterStores: Record<string, string>;
let before: unknown[];

/** Grace (an admin), Ruth and Ben, in any installation: the issuer knows them again. */
const team = async (product: Product) => [
  await admin(product),
  await somebody(product, { name: 'Ruth Nyambura', email: 'ruth@base.example', subject: 'subject-of-ruth' }),
  await somebody(product, { name: 'بن العلي', email: 'ben@base.example', subject: 'subject-of-ben' }),
];
const seenBy = async (product: Product) => {
  const seen = [];
  for (const person of await team(product)) seen.push(await whatTheySee(product, person));
  return seen;
};

/** A sample of everything that the product stores. */
async function live(product: Product): Promise<void> {
  const [grace, ruth, ben] = (await team(product)) as [Person, Person, Person];
  await grace.api.call(createGroup, { body: { name: 'Kitchen \\ "crew"\t', isPrivate: true } });
  await grace.api.call(changePerson, { params: { id: ben.uid }, body: { role: 'admin' } });
  const group = await ruth.groupChatWith([ben, grace], 'Outreach 2027');
  const first = await ruth.send(group, 'one\ttab, two\nlines, a \\N and 🙏');
  await ruth.api.call(editMessage, { params: { id: group.id, messageId: first.id }, body: { text: 'edited' } });
  const second = await ben.send(group, 'to be deleted');
  await ben.api.call(deleteMessage, { params: { id: group.id, messageId: second.id } });
  await ben.api.call(react, { body: { chatId: group.id, messageId: first.id, emoji: '🙏', on: true } });
  await share(product, ruth, group, png, 'harbour.png');
  await share(product, ben, group, randomBytes(300_000), 'خطة 2027.pdf');
  await changeAvatar(product, ruth, png);
  const direct = await ruth.directChatWith(ben);
  for (let count = 0; count < 60; count += 1) await ruth.send(direct, `message ${count}`);
  await ben.api.call(deleteChat, { params: { id: direct.id } });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koinonia-rehearsal-'));
  const files = freshS3();
  cluster = await startCluster(files, small);
  clusterStores = { ...files, DATABASE_URL: cluster.postgres.url };
  await live(cluster);
  before = await seenBy(cluster);
}, 240_000);

afterAll(async () => {
  await cluster?.end();
  await rm(folder, { recursive: true, force: true });
});

/** The product in one process on `dataDir`, with the same issuer. */
async function withSolo(dataDir: string, act: (product: Product) => Promise<void>): Promise<void> {
  const solo = await startSoloProcess({ ...signInEnvironment(cluster.issuer), DATA_DIR: dataDir });
  try {
    await act({ ...cluster, form: 'solo', origins: [solo.process.url], publicUrl: solo.publicUrl });
  } finally {
    await solo.end();
  }
}

test('a running base is backed up, and an empty place that it is restored to gives the same answers', async () => {
  const [backup, dataDir] = [join(folder, 'base.tar.gz.age'), join(folder, 'restored')];
  const made = await run({ ...clusterStores, BACKUP_KEY }, 'backup', backup);
  expect(made).toEqual(succeeded);
  expect(made.said).not.toContain('Warning');
  expect(await run({ DATA_DIR: dataDir, BACKUP_KEY }, 'restore', backup)).toEqual(succeeded);

  await withSolo(dataDir, async (solo) => {
    expect(await seenBy(solo)).toEqual(before);
    const [grace, ruth, ben] = (await team(solo)) as [Person, Person, Person];
    expect(await grace.api.call(verifyAudit)).toMatchObject({ ok: true });
    const group = (await ruth.chats()).find(({ name }) => name === 'Outreach 2027')!;
    expect(await ben.send(group, 'life goes on')).toMatchObject({ seq: group.lastSeq + 1 });
  });
}, 120_000);

test('a base in one process moves into the cluster form by one command, while it runs', async () => {
  const [dataDir, files] = [join(folder, 'small'), freshS3()];
  await withSolo(dataDir, async (solo) => {
    await live(solo);
    const seen = await seenBy(solo);
    const { url: OIDC_ISSUER, clientId: GOOGLE_CLIENT_ID } = cluster.issuer;
    const empty = await startCluster({ ...files, OIDC_ISSUER, GOOGLE_CLIENT_ID }, small);
    try {
      const target = { ...files, DATABASE_URL: empty.postgres.url };
      expect(await run(target, 'restore', join(folder, 'base.tar.gz.age'))).toMatchObject({
        code: 1,
        said: expect.stringContaining('The database is in use'),
      });
      await Promise.all(empty.processes.map((process) => process.kill()));
      await expect
        .poll(() => move({ DATA_DIR: dataDir }, target), { timeout: 30_000 })
        .toEqual({ backup: succeeded, restore: succeeded });
      await Promise.all(empty.processes.map((process) => process.start()));
      expect(await seenBy({ ...empty, issuer: cluster.issuer })).toEqual(seen);
    } finally {
      await empty.end();
    }
  });
}, 180_000);

test('a place that is not empty is left as it is', async () => {
  const [backup, dataDir] = [join(folder, 'again.tar.gz'), join(folder, 'restored')];
  expect(await run(clusterStores, 'backup', backup)).toEqual(succeeded);
  const refused = await run({ DATA_DIR: dataDir }, 'restore', backup);
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('The database is not empty.') });

  const filesOnly = join(folder, 'files-only');
  await cp(join(dataDir, 'files'), join(filesOnly, 'files'), { recursive: true });
  const alsoRefused = await run({ DATA_DIR: filesOnly }, 'restore', backup);
  expect(alsoRefused).toMatchObject({ code: 1, said: expect.stringContaining('The files are not empty') });
});

test('what cannot be done is said in one sentence', async () => {
  const here = join(folder, 'plain.txt');
  await writeFile(here, 'a letter');
  const says = async (environment: Record<string, string>, ...args: string[]) => {
    const { code, said } = await run(environment, ...args);
    expect([code, said]).toEqual([1, expect.not.stringContaining('    at ')]);
    return said;
  };
  const empty = { DATA_DIR: join(folder, 'nothing') };
  expect(await says(clusterStores, 'backup', here)).toContain('is there already');
  expect(await says(clusterStores, 'backup', join(folder, 'no folder', 'base'))).toContain('no such file or directory');
  expect(await says(empty, 'backup', join(folder, 'of-nothing'))).toContain('There is no data in');
  expect(await says(empty, 'restore', join(folder, 'missing'))).toContain('There is no file');
  expect(await says(empty, 'restore', folder)).toContain('EISDIR');
  expect(await says(empty, 'restore', here)).toContain('damaged or was cut short');
  expect(await says({ ...empty, BACKUP_KEY: 'short' }, 'restore', here)).toContain(
    'BACKUP_KEY: must have 16 characters',
  );
  const wellKnown = { ...clusterStores, BACKUP_KEY: 'changemechangeme' };
  expect(await says(wellKnown, 'backup', join(folder, 'readable'))).toContain('BACKUP_KEY: is well known');
  // A backup that was made with it can still be restored.
  expect(await says({ ...empty, BACKUP_KEY: wellKnown.BACKUP_KEY }, 'restore', here)).toContain(
    'damaged or was cut short',
  );
  expect(await says(empty, 'restore')).toContain('Usage:');
});
