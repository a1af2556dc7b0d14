import { randomBytes, randomUUID } from 'node:crypto';
import type { Attachment } from '@koinonia/contracts/media.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  ask,
  chatOf,
  formWith,
  idOf,
  type Media,
  namesIn,
  refusalOf,
  startMedia,
  statusOf,
  whenReady,
  whenWorkedOn,
} from '../testing/media.ts';
import { photo } from '../testing/pictures.ts';

const pdf = Buffer.concat([Buffer.from('%PDF-1.7'), randomBytes(4000)]);

let media: Media;
let ruth: string;
let ben: string;
let chatId: string;

beforeAll(async () => {
  media = await startMedia({ UPLOAD_BYTES_A_DAY: '6000' });
});
beforeEach(() => {
  ruth = randomUUID();
  ben = randomUUID();
  chatId = chatOf(media, ruth, ben);
});
afterAll(() => media.stop());

const at = (chat: string, clientId: string) => `/api/chat/${chat}/attachment?clientId=${encodeURIComponent(clientId)}`;
const send = (uid: string, clientId: string, chat = chatId) =>
  ask(media, uid, at(chat, clientId), { method: 'POST', body: formWith('attachment', pdf, 'plan.pdf') });
const lookUp = (uid: string, clientId: string, chat = chatId) => ask(media, uid, at(chat, clientId));
const found = async (uid: string, clientId: string, chat = chatId) =>
  ((await (await lookUp(uid, clientId, chat)).json()) as { attachment: Attachment | null }).attachment;

test('a file that is sent again under the same id is the same file, counted and stored once', async () => {
  const first = await send(ruth, 'one');
  const file = (await first.json()) as Attachment;
  const again = await send(ruth, 'one');
  expect([first.status, again.status]).toEqual([201, 200]);
  expect([await again.json(), await found(ruth, 'one')]).toEqual([file, file]);
  expect((await namesIn(media.files)).filter((name) => name.includes(idOf(file.url)))).toHaveLength(1);
  // The day's limit is reached: another file is refused, this one is not.
  expect(await refusalOf(await send(ruth, 'two'))).toEqual([429, 'too_many_requests']);
  expect((await send(ruth, 'one')).status).toBe(200);
});

test('an id is the sender’s own, and counts for one chat', async () => {
  const file = (await (await send(ruth, 'one')).json()) as Attachment;
  expect(await found(ben, 'one')).toBeNull();
  const his = await send(ben, 'one');
  expect(his.status).toBe(201);
  expect(((await his.json()) as Attachment).url).not.toBe(file.url);
  const other = chatOf(media, ruth);
  expect(await found(ruth, 'one', other)).toBeNull();
});

test('nobody learns of an upload to a chat that they are no longer in', async () => {
  await send(ruth, 'one');
  media.neighbours.members.get(chatId)?.delete(ruth);
  expect(await refusalOf(await lookUp(ruth, 'one'))).toEqual([404, 'not_found']);
  expect(await refusalOf(await send(ruth, 'one'))).toEqual([404, 'not_found']);
});

test('a file that was withdrawn, or never completely stored, is taken anew', async () => {
  await send(ruth, 'one');
  const rows = () => media.db.updateTable('uploads').where('owner_id', '=', ruth);
  await rows()
    .set({ withdrawn_at: new Date(), created_at: new Date(0) } as never)
    .execute();
  expect(await found(ruth, 'one')).toBeNull();
  expect((await send(ruth, 'one')).status).toBe(201);
  await rows()
    .set({ stored: false, created_at: new Date(0) } as never)
    .execute();
  expect((await send(ruth, 'one')).status).toBe(201);
});

test('an image that was given up before its sender knew that it had arrived is taken anew', async () => {
  const sendImage = async () => {
    const answer = await ask(media, ruth, at(chatId, 'one'), { method: 'POST', body: formWith('attachment', image) });
    return { status: answer.status, url: ((await answer.json()) as Attachment).url };
  };
  const image = await photo(40, 30);
  const lost = await sendImage();
  await whenReady(media, lost.url);
  // As after two minutes without a worker.
  await media.db.updateTable('uploads').set({ state: 'failed' }).where('owner_id', '=', ruth).execute();
  expect(await found(ruth, 'one')).toBeNull();
  const again = await sendImage();
  expect(again.status).toBe(201);
  expect(await statusOf(await whenWorkedOn(media, ruth, again.url))).toBe(200);
  expect((await found(ruth, 'one'))?.url).toBe(again.url);
});

test('an id that is empty, or too long, is refused, and a lookup without one', async () => {
  for (const id of ['', 'x'.repeat(129)]) {
    expect(await refusalOf(await send(ruth, id))).toEqual([400, 'invalid']);
    expect(await refusalOf(await lookUp(ruth, id))).toEqual([400, 'invalid']);
  }
  expect(await refusalOf(await ask(media, ruth, `/api/chat/${chatId}/attachment`))).toEqual([400, 'invalid']);
});
