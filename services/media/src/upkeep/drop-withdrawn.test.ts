import { randomUUID } from 'node:crypto';
import type { Attachment } from '@koinonia/contracts/media.ts';
import type { ServiceClient } from '@koinonia/kit/calls/service-client.ts';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { headersOfProcess } from '@koinonia/kit/testing/callers.ts';
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
  s3Environment,
  sendAvatar,
  sendPicture,
  startMedia,
  statusOf,
  whenReady,
  whenWorkedOn,
} from '../testing/media.ts';
import { photo } from '../testing/pictures.ts';
import { dropWithdrawn } from './drop-withdrawn.ts';
import { withdrawUnsent } from './withdraw-unsent.ts';

const pdf = { bytes: Buffer.from('%PDF-1.7'), name: 'plan.pdf' };

describe.each([
  ['a folder', () => ({})],
  ['S3', s3Environment],
])('files that nobody needs any more, in %s', (_kind, environment: () => Record<string, string>) => {
  const ruth = randomUUID();
  let media: Media;
  let chatId: string;
  let chat: ServiceClient;
  beforeAll(async () => {
    // Only the tests drop files here, however long they take.
    media = await startMedia(environment(), { dropEvery: day });
    chatId = chatOf(media, ruth);
    chat = clientOf('chat', media.neighbours.chatUrl);
  });
  afterAll(async () => {
    await chat.close();
    await media.stop();
  });

  const change = (url: string, by: Record<string, Date>) => changeUpload(media, url, by);
  const internally = async (path: string, body?: object) =>
    fetch(media.url + path, {
      method: 'POST',
      headers: { ...(await headersOfProcess('media')), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  const withdraw = (...urls: string[]) => internally('/internal/attachments/withdraw', { urls });
  const find = async (url: string) => {
    const answer = await internally('/internal/attachments/find', { chatId, senderId: ruth, url });
    return ((await answer.json()) as { attachment: unknown }).attachment;
  };
  const statusAt = async (url: string) => statusOf(await ask(media, ruth, url));
  const objectsOf = async ({ url }: Pick<Attachment, 'url'>) =>
    (await namesIn(media.files)).filter((name) => name.includes(idOf(url)));
  const log = createLog('silent', 'media');
  const drop = (files = media.files) => dropWithdrawn({ db: media.db, files, chat, log });
  const withdrawOld = () => withdrawUnsent({ db: media.db, chat });

  test('files with long names in any script are withdrawn many at a time', async () => {
    const { url } = await attached(media, ruth, chatId, { ...pdf, name: `${'แผน'.repeat(11)}.pdf` });
    const others = Array.from({ length: 499 }, () => url.replace(idOf(url), randomUUID()));
    expect((await withdraw(...others, url)).status).toBe(204);
    expect(await statusAt(url)).toBe(404);
  });

  test('a withdrawn image answers 404 at once, and all that was made of it goes', async () => {
    const image = await attached(media, ruth, chatId, { bytes: await photo(400, 300) });
    expect((await whenWorkedOn(media, ruth, image.url).then(statusOf)) === 200).toBe(true);
    expect(await find(image.url)).not.toBeNull();
    expect((await withdraw(image.url, '/api/media/attachments/none/x', 'javascript:alert(1)')).status).toBe(204);
    expect(await statusAt(image.url)).toBe(404);
    expect(await statusAt(`${image.url}?w=320`)).toBe(404);
    expect(await find(image.url)).toBeNull();
    await drop();
    expect(await objectsOf(image)).not.toEqual([]);
    await change(image.url, { withdrawn_at: ago(2 * minute) });
    await drop();
    expect(await objectsOf(image)).toEqual([]);
    expect(await statusAt(image.url)).toBe(404);
  });

  test('one that the store cannot delete stays, and holds up none of the others, unless the store is away', async () => {
    const plans = await Promise.all([1, 2, 3].map(() => attached(media, ruth, chatId, pdf)));
    await withdraw(...plans.map(({ url }) => url));
    for (const [index, { url }] of plans.entries()) await change(url, { withdrawn_at: ago((9 - index) * minute) });
    const [broken, ...others] = plans;
    const refusing = (refuses: (name: string) => boolean) => ({
      ...media.files,
      delete: (name: string) =>
        refuses(name) ? Promise.reject(new Error('EIO: i/o error, unlink')) : media.files.delete(name),
    });
    await drop(refusing((name) => name.includes(idOf(broken!.url))));
    expect(await objectsOf(broken!)).not.toEqual([]);
    for (const other of others) expect(await objectsOf(other)).toEqual([]);

    const more = await Promise.all(Array.from({ length: 10 }, () => attached(media, ruth, chatId, pdf)));
    await withdraw(...more.map(({ url }) => url));
    for (const { url } of more) await change(url, { withdrawn_at: ago(2 * minute) });
    const isAway = { ping: () => Promise.reject(new Error('EIO: the store is away')) };
    await expect(drop({ ...refusing(() => true), ...isAway })).rejects.toThrow('EIO');
    await drop();
    for (const one of [broken!, ...more]) expect(await objectsOf(one)).toEqual([]);
  });

  test('what a message names after all comes back', async () => {
    const plan = await attached(media, ruth, chatId, pdf);
    media.neighbours.named.add(plan.url);
    await withdraw(plan.url);
    await change(plan.url, { withdrawn_at: ago(2 * minute) });
    await drop();
    expect(await statusAt(plan.url)).toBe(200);
  });

  test('what loses its last message while media asks about it does not come back', async () => {
    const plan = await attached(media, ruth, chatId, pdf);
    media.neighbours.named.add(plan.url);
    await withdraw(plan.url);
    media.neighbours.afterRelease(async () => {
      media.neighbours.named.delete(plan.url);
      await withdraw(plan.url);
    });
    await change(plan.url, { withdrawn_at: ago(2 * minute) });
    await drop();
    media.neighbours.afterRelease(async () => {});
    expect(await statusAt(plan.url)).toBe(404);
    await change(plan.url, { withdrawn_at: ago(2 * minute) });
    await drop();
    expect(await objectsOf(plan)).toEqual([]);
  });

  test('what was never sent goes after a day, also when somebody was about to send it; the rest stays', async () => {
    const [unsent, young, sent, triedLongAgo, triedNow] = await Promise.all(
      [1, 2, 3, 4, 5].map(() => attached(media, ruth, chatId, pdf)),
    );
    if (!unsent || !young || !sent || !triedLongAgo || !triedNow) throw new Error('unreachable');
    const all = [unsent, young, sent, triedLongAgo, triedNow];
    for (const { url } of [unsent, sent, triedLongAgo, triedNow]) await change(url, { created_at: ago(2 * day) });
    for (const { url } of [sent, triedLongAgo, triedNow]) await change(url, { used_at: ago(2 * day) });
    await find(triedNow.url);
    media.neighbours.named.add(sent.url);
    await withdrawOld();
    expect(await Promise.all(all.map(({ url }) => statusAt(url)))).toEqual([404, 200, 200, 404, 200]);
    for (const { url } of [unsent, triedLongAgo]) await change(url, { withdrawn_at: ago(2 * minute) });
    await drop();
    expect(await Promise.all(all.map(async (one) => (await objectsOf(one)).length))).toEqual([0, 1, 1, 0, 1]);
  });

  test('nothing goes while chat cannot be asked', async () => {
    const plan = await attached(media, ruth, chatId, pdf);
    await withdraw(plan.url);
    media.neighbours.chatBeAway(true);
    await change(plan.url, { withdrawn_at: ago(2 * minute) });
    await expect(drop()).rejects.toThrow();
    expect(await objectsOf(plan)).toHaveLength(1);
    media.neighbours.chatBeAway(false);
    await drop();
    expect(await objectsOf(plan)).toEqual([]);
  });

  test('of somebody whose data is deleted, all goes, whoever names it', async () => {
    const ben = randomUUID();
    const bens = await attached(media, ben, chatOf(media, ben), pdf);
    const answer = await sendAvatar(media, ben, await photo(60, 60));
    const avatar = (await answer.json()) as { url: string };
    await whenReady(media, avatar.url);
    const other = await attached(media, ben, chatOf(media, ben), pdf);
    const ruths = await attached(media, ruth, chatId, pdf);
    media.neighbours.members.get(chatId)?.add(ben);
    const given = await sendPicture(media, ben, chatId, await photo(60, 60));
    const ofGroup = (await given.json()) as { url: string };
    media.neighbours.named.add(bens.url);
    expect((await internally(`/internal/people/${ben}/uploads/forget`)).status).toBe(204);
    expect(await statusAt(avatar.url)).toBe(404);
    expect(await statusAt(ofGroup.url), 'but for the picture of a group').toBe(200);
    for (const { url } of [bens, other, avatar]) await change(url, { withdrawn_at: ago(2 * minute) });
    await drop();
    expect(await Promise.all([bens, other, avatar, ruths].map(async (one) => (await objectsOf(one)).length))).toEqual([
      0, 0, 0, 1,
    ]);
    expect(media.neighbours.forgotten, 'nor does chat remember what it was called').toContain(other.url);
  });

  test('only our own processes say so', async () => {
    for (const path of ['/internal/attachments/withdraw', `/internal/people/${ruth}/uploads/forget`]) {
      // Whatever the body is: it is not even read.
      const options = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
      expect(await statusOf(await ask(media, ruth, path, options))).toBe(403);
      expect(await statusOf(await fetch(media.url + path, options))).toBe(401);
    }
  });
});
