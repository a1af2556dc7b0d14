import { randomUUID } from 'node:crypto';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { newId } from '@koinonia/kit/ids.ts';
import type { ServiceClient } from '@koinonia/kit/calls/service-client.ts';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ago,
  ask,
  attached,
  changeUpload,
  chatOf,
  clientOf,
  day,
  idOf,
  type Media,
  minute,
  namesIn,
  putObject,
  sendAvatar,
  sendPicture,
  s3Environment,
  startMedia,
  statusOf,
  whenReady,
  whenWorkedOn,
} from '../testing/media.ts';
import { allObjects } from '../objects/object-names.ts';
import { photo } from '../testing/pictures.ts';
import { selectStoreId } from './queries.ts';
import { sweep } from './sweep.ts';

const log = createLog('silent', 'tests');

describe.each([
  ['a folder', () => ({})],
  ['S3', s3Environment],
])('a sweep over %s', (_kind, environment: () => Record<string, string>) => {
  let media: Media;
  const ruth = randomUUID();
  let chatId: string;
  let identity: ServiceClient;
  let chat: ServiceClient;
  beforeAll(async () => {
    media = await startMedia(environment());
    chatId = chatOf(media, ruth);
    identity = clientOf('identity', media.neighbours.identityUrl);
    chat = clientOf('chat', media.neighbours.chatUrl);
    await putObject(media.files, 'database', await selectStoreId(media.db));
  });
  afterAll(async () => {
    await identity.close();
    await chat.close();
    await media.stop();
  });

  const swept = async (files = media.files) => {
    await sweep({ db: media.db, files, identity, chat, log });
    return namesIn(media.files);
  };
  const put = (name: string) => putObject(media.files, name);
  const age = (url: string, by: Record<string, Date | null>) => changeUpload(media, url, by);
  /** The address of a picture that was sent, when it is ready. */
  const urlOf = async (answer: Response) => {
    const { url } = (await answer.json()) as { url: string };
    await whenReady(media, url);
    return url;
  };

  test('takes away what no upload knows once it is older than 30 days, and nothing else', async () => {
    const { url } = await attached(media, ruth, chatId, { bytes: await photo(400, 300) });
    await whenWorkedOn(media, ruth, url).then(statusOf);
    // The original is deleted a moment after the image is ready.
    const known = await eventually(async () => {
      const names = await namesIn(media.files);
      expect(names).not.toContain(`attachments/${idOf(url)}/original`);
      return names;
    });
    const [old, young] = [newId(Date.now() - 30 * day - 1000), newId(Date.now() - 30 * day + 60 * minute)];
    const lost = [`attachments/${old}/original`, `attachments/${old}/320.webp`, `avatars/${old}/64.jpeg`];
    const kept = [`attachments/${young}/320.webp`, `avatars/${young}/original`, 'attachments/not-ours', 'other/thing'];
    for (const name of [...lost, ...kept]) await put(name);
    expect(await swept()).toEqual([...known, ...kept].sort());
    for (const name of kept) await media.files.delete(name);
  });

  test('takes away what an upload has left over, as the original of an image that is ready', async () => {
    const id = newId(Date.now() - 2 * day);
    const row = {
      id,
      kind: 'attachment',
      owner_id: ruth,
      chat_id: chatId,
      file_name: 'x',
      content_type: 'image/png',
      size: 1,
    };
    const image = {
      ...row,
      width: 10,
      height: 10,
      placeholder: '',
      animated: false,
      stored: true,
      used_at: new Date(),
    };
    await media.db
      .insertInto('uploads')
      .values({ ...image, kind: 'attachment', state: 'ready' })
      .execute();
    await media.db
      .insertInto('variants')
      .values({ upload_id: id, size: 320, format: 'webp', width: 10, height: 10, bytes: 1 })
      .execute();
    for (const name of ['original', '320.webp', '960.webp']) await put(`attachments/${id}/${name}`);
    expect((await swept()).filter((name) => name.includes(id))).toEqual([`attachments/${id}/320.webp`]);

    // Claimed, so that nobody works on it.
    await media.db
      .updateTable('uploads')
      .set({ state: 'pending', claimed_until: new Date(Date.now() + 60_000) })
      .where('id', '=', id)
      .execute();
    await put(`attachments/${id}/original`);
    expect((await swept()).filter((name) => name.includes(id))).toEqual([`attachments/${id}/original`]);
    await media.db.updateTable('uploads').set({ state: 'failed' }).where('id', '=', id).execute();
    expect((await swept()).filter((name) => name.includes(id))).toEqual([]);
  });

  test('asks once whether the store is that of its database', async () => {
    const asked: string[] = [];
    const get: typeof media.files.get = (name, range) => {
      asked.push(name);
      return media.files.get(name, range);
    };
    await swept({ ...media.files, get });
    expect(asked).toEqual(['database']);
  });

  test('goes on when the store cannot delete one object', async () => {
    const before = newId(Date.now() - 31 * day);
    const names = ['160.webp', '320.webp', '640.webp'].map((name) => `attachments/${before}/${name}`);
    for (const name of names) await put(name);
    const refused = names[1] ?? '';
    const damaged = {
      ...media.files,
      delete: (name: string) =>
        name === refused ? Promise.reject(new Error('input/output error')) : media.files.delete(name),
    };
    expect((await swept(damaged)).filter((name) => name.includes(before))).toEqual([refused]);
    expect((await swept()).filter((name) => name.includes(before))).toEqual([]);
  });

  test('takes away all else although a part of the store cannot be read', async () => {
    const upload = async () => urlOf(await sendAvatar(media, ruth, await photo(60, 60)));
    const [first, second] = [await upload(), await upload()];
    for (const url of [first, second]) await age(url, { created_at: ago(day + 1000), used_at: ago(day + 1000) });
    const unknown = `${allObjects[1] ?? ''}${newId(Date.now() - 31 * day)}/original`;
    await put(unknown);
    const failure = new Error('input/output error');
    const failing = async function* (): AsyncGenerator<string> {
      yield await Promise.reject<string>(failure);
    };
    const list = (prefix: string) => (prefix === allObjects[0] ? failing() : media.files.list(prefix));
    await expect(swept({ ...media.files, list })).rejects.toMatchObject({ errors: [failure] });
    const names = await namesIn(media.files);
    expect([first, second].map((url) => names.some((name) => name.includes(idOf(url))))).toEqual([false, true]);
    expect(names).not.toContain(unknown);
  });

  test('takes away uploads that never became whole', async () => {
    const pdf = { bytes: Buffer.from('%PDF-1.7'), name: 'plan.pdf' };
    const whole = await attached(media, ruth, chatId, pdf);
    const cutShort = await attached(media, ruth, chatId, pdf);
    await media.db
      .updateTable('uploads')
      .set({ stored: false, created_at: ago(2 * day) } as never)
      .where('id', '=', idOf(cutShort.url))
      .execute();
    const names = await swept();
    const isThere = ({ url }: { url: string }) => names.includes(`attachments/${idOf(url)}/original`);
    expect([whole, cutShort].map(isThere)).toEqual([true, false]);
    const statuses = [whole, cutShort].map(async ({ url }) => statusOf(await ask(media, ruth, url)));
    expect(await Promise.all(statuses)).toEqual([200, 404]);
  });

  test('takes away avatars that were followed by another, a day later', async () => {
    const upload = async () => urlOf(await sendAvatar(media, ruth, await photo(60, 60)));
    const [first, second] = [await upload(), await upload()];
    const there = (names: string[]) => [first, second].map((url) => names.some((name) => name.includes(idOf(url))));
    expect(there(await swept())).toEqual([true, true]);
    for (const url of [first, second]) await age(url, { created_at: ago(day + 1000), used_at: ago(day + 1000) });
    expect(there(await swept())).toEqual([false, true]);
    expect(await statusOf(await ask(media, ruth, second))).toBe(200);
  });

  test('never takes a photo that somebody has, whichever of their pictures was sent or used last', async () => {
    const esther = randomUUID();
    const upload = async () => urlOf(await sendAvatar(media, esther, await photo(60, 60)));
    const [chosen, later] = [await upload(), await upload()];
    // As when the later one was worked on faster, or is the issuer's picture, copied after they chose their own.
    media.neighbours.photos.set(esther, chosen);
    for (const url of [chosen, later]) {
      await age(url, { created_at: ago(3 * day), used_at: ago(url === later ? day + 1000 : 2 * day) });
    }
    const names = await swept();
    expect([chosen, later].map((url) => names.some((name) => name.includes(idOf(url))))).toEqual([true, false]);
    expect(await statusOf(await ask(media, esther, chosen))).toBe(200);
  });

  test('takes away an only picture that did not become the photo, a week later, and never one that did', async () => {
    const [noah, hana] = [randomUUID(), randomUUID()];
    const urls = [noah, hana].map(async (uid) => urlOf(await sendAvatar(media, uid, await photo(60, 60))));
    const [unused, photoOfHana] = (await Promise.all(urls)) as [string, string];
    // As when identity was away; and as when it answered, and we died before noting that.
    media.neighbours.photos.delete(noah);
    const there = (names: string[]) =>
      [unused, photoOfHana].map((url) => names.some((name) => name.includes(idOf(url))));
    for (const url of [unused, photoOfHana]) await age(url, { used_at: null, created_at: ago(6 * day) });
    expect(there(await swept())).toEqual([true, true]);
    for (const url of [unused, photoOfHana]) await age(url, { created_at: ago(8 * day) });
    expect(there(await swept())).toEqual([false, true]);
  });

  test('takes away the picture that a group had a day ago and has no more, however it lost it', async () => {
    const [kept, replaced, removed] = [1, 2, 3].map(() => chatOf(media, ruth)) as [string, string, string];
    const upload = async (group: string) => urlOf(await sendPicture(media, ruth, group, await photo(60, 60)));
    const urls = [await upload(kept), await upload(replaced), await upload(removed)];
    // As after a crash when chat had changed the group, before the file was deleted.
    media.neighbours.photos.delete(replaced);
    urls.push(await upload(replaced));
    media.neighbours.photos.delete(removed);
    const there = (names: string[]) => urls.map((url) => names.some((name) => name.includes(idOf(url))));
    expect(there(await swept())).toEqual([true, true, true, true]);
    for (const url of urls) await age(url, { created_at: ago(day + 1000) });
    expect(there(await swept())).toEqual([true, false, false, true]);
    expect(await statusOf(await ask(media, ruth, urls[0]!))).toBe(200);
  });
});
