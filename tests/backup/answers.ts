import { createHash } from 'node:crypto';
import { listChats } from '@koinonia/contracts/chat.ts';
import { avatarUrl, uploadAttachment } from '@koinonia/contracts/media.ts';
import { expect } from 'vitest';
import type { Person } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { until } from '../support/until.ts';

/** Everything that a person can read in the product: the answers of all reading calls, and every file named in them. */
export async function whatTheySee(product: Product, person: Person): Promise<unknown> {
  const chats = await person.api.call(listChats);
  const histories = await Promise.all(chats.map((chat) => person.wholeHistory(chat)));
  const me = await person.me();
  const addresses = [
    ...histories.flat().flatMap(({ attachmentUrl }) => attachmentUrl ?? []),
    ...(me.photoURL ? [me.photoURL, avatarUrl(me.photoURL, 64)] : []),
  ];
  const paths = ['/api/users', '/api/groups', '/api/chat/settings', ...(me.role === 'admin' ? ['/api/audit'] : [])];
  const answers = await Promise.all(paths.map((path) => person.api.request('GET', path)));
  return {
    me,
    chats,
    histories,
    answers: answers.map(({ status, body }) => ({ status, body })),
    files: await Promise.all(addresses.map((address) => fileAt(product, person, address))),
  };
}

async function fileAt(product: Product, person: Person, path: string) {
  const answer = await fetch(product.origins[0]! + path, { headers: { authorization: `Bearer ${person.token}` } });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const hash = createHash('sha256').update(bytes).digest('hex');
  return { path, status: answer.status, type: answer.headers.get('content-type'), hash };
}

/** Uploads a file and sends it in the chat. Resolves when it can be read. */
export async function share(
  product: Product,
  person: Person,
  chat: { id: string },
  bytes: Buffer,
  name: string,
): Promise<void> {
  const answer = await upload(product, person, `/api/chat/${chat.id}/attachment`, 'attachment', bytes, name);
  const { url: attachmentUrl } = uploadAttachment.answers[201].parse(answer);
  await person.api.request('POST', '/api/chat/send', { chatId: chat.id, text: 'Look', attachmentUrl });
  await readable(product, person, attachmentUrl);
}

export async function changeAvatar(product: Product, person: Person, bytes: Buffer): Promise<void> {
  await upload(product, person, '/api/upload-avatar', 'avatar', bytes, 'me.png');
  await until(async () => expect((await person.me()).photoURL).not.toBe(''), 30_000);
  await readable(product, person, (await person.me()).photoURL);
}

async function upload(
  product: Product,
  person: Person,
  path: string,
  field: string,
  bytes: Buffer,
  name: string,
): Promise<unknown> {
  const body = new FormData();
  body.set(field, new Blob([new Uint8Array(bytes)]), name);
  const headers = { authorization: `Bearer ${person.token}` };
  const answer = await fetch(product.origins[0]! + path, { method: 'POST', headers, body });
  expect(answer.ok).toBe(true);
  return answer.json();
}

const readable = (product: Product, person: Person, path: string) =>
  until(async () => expect((await fileAt(product, person, path)).status).toBe(200), 30_000);
