import { randomBytes, randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deleteChat, deleteMessage, editMessage, react } from '@koinonia/contracts/chat.ts';
import { createGroup } from '@koinonia/contracts/groups.ts';
import { verifyAudit } from '@koinonia/contracts/audit.ts';
import { changePerson } from '@koinonia/contracts/identity.ts';
import { testStores } from '@koinonia/kit/testing/stores.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { admin, type Person, somebody } from '../support/people.ts';
import { type Product, signInEnvironment } from '../support/product.ts';
import { startSoloProcess } from '../support/solo-process.ts';
import { changeAvatar, share, whatTheySee } from './answers.ts';
import { type Ended, move, run } from './command.ts';

/** A picture of 32 times 16 pixels. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAQCAAAAABSayKFAAAAFElEQVR42mNoQAP/0QDDqIKRpAAAGPl/EKQqz+wAAAAASUVORK5CYII=',
  'base64',
);
const BACKUP_KEY = 'the key of this rehearsal';
const listener = createServer();
const wellKnown = 'changemechangeme';

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

const letter = () => join(folder, 'letter.txt');
/** Nobody may open it as a file, not even root. */
const socket = () => join(folder, 'socket');
const nothing = () => ({ DATA_DIR: join(folder, 'nothing') });

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
  await writeFile(letter(), 'a letter');
  await new Promise<void>((listening) => listener.listen(socket(), listening));
  const files = freshS3();
  cluster = await startCluster(files, small);
  clusterStores = { ...files, DATABASE_URL: cluster.postgres.url };
  await live(cluster);
  before = await seenBy(cluster);
}, 240_000);

afterAll(async () => {
  listener.close();
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

/** How many connections of the product a database has: PostgreSQL notices a moment later that a process was killed. */
async function usersOf(url: string): Promise<number | null> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rowCount } = await client.query(
    `select from pg_stat_activity where datname = current_database() and application_name like 'koinonia %'`,
  );
  await client.end();
  return rowCount;
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
      await expect.poll(() => usersOf(empty.postgres.url)).toBe(0);
      expect(await move({ DATA_DIR: dataDir }, target)).toEqual({ backup: succeeded, restore: succeeded });
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

test.each<[what: string, said: string, run: () => Promise<Ended>]>([
  ['a backup over a file', 'already exists', () => run(clusterStores, 'backup', letter())],
  [
    'a backup into no folder',
    'no such file or directory',
    () => run(clusterStores, 'backup', join(folder, 'no folder', 'base')),
  ],
  [
    'a backup that is called encrypted, without a key',
    'base.age would not be encrypted',
    () => run({ ...clusterStores, BACKUP_KEY: '' }, 'backup', join(folder, 'base.age')),
  ],
  ['a backup of nothing', 'There is no data in', () => run(nothing(), 'backup', join(folder, 'of-nothing'))],
  ['restoring no file', 'There is no file', () => run(nothing(), 'restore', join(folder, 'missing'))],
  ['restoring a folder', 'EISDIR', () => run(nothing(), 'restore', folder)],
  ['restoring what cannot be opened', 'ENXIO', () => run(nothing(), 'restore', socket())],
  ['restoring what is no backup', 'damaged or was cut short', () => run(nothing(), 'restore', letter())],
  [
    'restoring with a short key',
    'BACKUP_KEY: must have 16 characters',
    () => run({ ...nothing(), BACKUP_KEY: 'short' }, 'restore', letter()),
  ],
  [
    'a backup with a key that everybody knows',
    'BACKUP_KEY: is well known',
    () => run({ ...clusterStores, BACKUP_KEY: wellKnown }, 'backup', join(folder, 'readable')),
  ],
  [
    'restoring with a key that everybody knows, which is tried',
    'damaged or was cut short',
    () => run({ ...nothing(), BACKUP_KEY: wellKnown }, 'restore', letter()),
  ],
  ['restoring without a name', 'Usage:', () => run(nothing(), 'restore')],
])('what cannot be done is said in one sentence: %s', async (_, sentence, done) => {
  const { code, said } = await done();
  expect([code, said]).toEqual([1, expect.not.stringContaining('    at ')]);
  expect(said).toContain(sentence);
});
