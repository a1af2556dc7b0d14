import { randomUUID } from 'node:crypto';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { newId } from '@koinonia/kit/ids.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clientOf, day, type Media, namesIn, putObject, s3Environment, startMedia } from '../testing/media.ts';
import { ownsStore } from './own-store.ts';
import { sweep } from './sweep.ts';

const log = createLog('silent', 'tests');

describe.each([
  ['a folder', () => ({})],
  ['S3', s3Environment],
])('the owner of %s', (_kind, environment: () => Record<string, string>) => {
  let media: Media;
  beforeAll(async () => {
    media = await startMedia(environment());
  });
  afterAll(() => media.stop());
  beforeEach(async () => {
    for (const name of await namesIn(media.files)) await media.files.delete(name);
    await media.db.deleteFrom('uploads').execute();
  });

  const owns = () => ownsStore({ db: media.db, files: media.files, log });
  /** Puts files of uploads that are old enough to be taken away; the database knows the first of them. */
  const putOld = async (uploads: number, known: number) => {
    const ids = Array.from({ length: uploads }, () => newId(Date.now() - 31 * day));
    for (const id of ids) await putObject(media.files, `attachments/${id}/original`);
    const row = {
      kind: 'attachment',
      owner_id: randomUUID(),
      content_type: 'a/b',
      state: 'ready',
      stored: true,
    } as const;
    const rows = ids.slice(0, known).map((id) => ({ ...row, id, chat_id: randomUUID(), file_name: 'x', size: 1 }));
    if (rows.length > 0)
      await media.db
        .insertInto('uploads')
        .values(rows.map((one) => ({ ...one, animated: false })))
        .execute();
  };

  test('is the database that knows most of the old files, from then on', async () => {
    await putOld(3, 2);
    expect(await owns()).toBe(true);
    expect(await namesIn(media.files)).toContain('database');
    await media.db.deleteFrom('uploads').execute();
    expect(await owns()).toBe(true);
  });

  test('is not a database that knows few of them', async () => {
    await putOld(3, 1);
    expect(await owns()).toBe(false);
    expect(await namesIn(media.files)).not.toContain('database');
  });

  test('is not another database, however much it knows', async () => {
    await putOld(2, 2);
    await putObject(media.files, 'database', randomUUID());
    expect(await owns()).toBe(false);
  });

  test('is not said while there is nothing to lose: the store of a restore stays empty', async () => {
    expect(await owns()).toBe(true);
    expect(await namesIn(media.files)).toEqual([]);
  });

  test('is the only one that takes away what it does not know', async () => {
    await putOld(3, 0);
    const names = await namesIn(media.files);
    const identity = clientOf('identity', media.neighbours.identityUrl);
    const chat = clientOf('chat', media.neighbours.chatUrl);
    await sweep({ db: media.db, files: media.files, identity, chat, log });
    await Promise.all([identity.close(), chat.close()]);
    expect(await namesIn(media.files)).toEqual(names);
  });
});
