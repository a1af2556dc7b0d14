import { randomBytes } from 'node:crypto';
import { changeChat, deleteChat, sendMessage } from '@koinonia/contracts/chat.ts';
import { type Attachment, maxAttachmentBytes, maxAvatarBytes, uploadAttachment } from '@koinonia/contracts/media.ts';
import { describe, expect, test } from 'vitest';
import { signInByBrowser } from '../support/browser-session.ts';
import { type Person, people, somebody } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { png } from './a-picture.ts';

const pdf = Buffer.from('%PDF-1.7\n');

export function sharingFiles(product: () => Product): void {
  const request = (path: string, options: RequestInit) => fetch(product().origins[0]! + path, options);
  const as = (person: { token: string }) => ({ authorization: `Bearer ${person.token}` });
  const read = (path: string, person: Person, headers: Record<string, string> = {}) =>
    request(path, { headers: { ...as(person), ...headers } });

  function upload(person: Person, path: string, field: string, bytes: Uint8Array, name: string): Promise<Response> {
    const body = new FormData();
    body.set(field, new Blob([new Uint8Array(bytes)]), name);
    return request(path, { method: 'POST', headers: as(person), body });
  }

  async function attach(person: Person, chat: { id: string }, bytes: Uint8Array, name: string): Promise<Attachment> {
    const answer = await upload(person, `/api/chat/${chat.id}/attachment`, 'attachment', bytes, name);
    expect(answer.status).toBe(201);
    return uploadAttachment.answers[201].parse(await answer.json());
  }

  describe('sharing files', () => {
    test('an attachment reaches the members of the chat, by message and by address', async () => {
      const [ruth, ben, stranger] = (await people(product(), 3)) as [Person, Person, Person];
      const chat = await ruth.directChatWith(ben);
      const bytes = Buffer.concat([pdf, randomBytes(200_000)]);
      const { url, ...about } = await attach(ruth, chat, bytes, 'خطة 2027.pdf');
      await ruth.api.call(sendMessage, { body: { chatId: chat.id, text: '', attachmentUrl: url } });

      expect((await ben.messages(chat)).at(-1)).toMatchObject({ attachmentUrl: url, attachment: about });
      const file = await read(url, ben);
      expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
      expect(Object.fromEntries(file.headers)).toMatchObject({
        'cache-control': 'private, no-cache',
        'content-security-policy': "sandbox; default-src 'none'",
        'content-type': 'application/pdf',
        'x-content-type-options': 'nosniff',
      });
      expect(file.headers.get('content-disposition')).toMatch(/^attachment;.*%D8%AE%D8%B7%D8%A9%202027\.pdf$/);
      const part = await read(url, ben, { range: 'bytes=0-3' });
      expect([part.status, await part.text()]).toEqual([206, '%PDF']);
      const etag = file.headers.get('etag') ?? '';
      expect((await read(url, ben, { 'if-none-match': etag })).status).toBe(304);
      const head = await request(url, { method: 'HEAD', headers: as(ben) });
      expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);

      expect((await read(url, stranger)).status).toBe(404);
      expect((await request(url, {})).status).toBe(401);
    });

    test('an attachment belongs to its sender and its chat', async () => {
      const [ruth, ben, joy] = (await people(product(), 3)) as [Person, Person, Person];
      const [chat, other] = [await ruth.directChatWith(ben), await ruth.directChatWith(joy)];
      const { url } = await attach(ruth, chat, pdf, 'plan.pdf');
      const send = (who: Person, chatId: string) =>
        who.api.request('POST', '/api/chat/send', { chatId, text: 'a', attachmentUrl: url });
      expect((await send(ben, chat.id)).status).toBe(400);
      expect((await send(ruth, other.id)).status).toBe(400);
      const refused = await upload(joy, `/api/chat/${chat.id}/attachment`, 'attachment', pdf, 'plan.pdf');
      expect(refused.status).toBe(404);
    });

    test('whoever is removed from a chat loses its files at once', async () => {
      const [ruth, ben, joy] = (await people(product(), 3)) as [Person, Person, Person];
      const chat = await ruth.groupChatWith([ben, joy]);
      const { url } = await attach(ruth, chat, pdf, 'plan.pdf');
      expect((await read(url, joy)).status).toBe(200);
      await ruth.api.call(changeChat, { params: { id: chat.id }, body: { remove: [joy.uid] } });
      expect((await read(url, joy)).status).toBe(404);
      expect((await read(url, ben)).status).toBe(200);
    });

    test('whoever deletes a chat for themselves loses its files at once, and nobody else does', async () => {
      const [ruth, ben] = (await people(product(), 2)) as [Person, Person];
      const chat = await ruth.directChatWith(ben);
      const { url } = await attach(ruth, chat, pdf, 'plan.pdf');
      await ruth.api.call(sendMessage, { body: { chatId: chat.id, text: '', attachmentUrl: url } });
      const etag = (await read(url, ben)).headers.get('etag') ?? '';
      await ben.api.call(deleteChat, { params: { id: chat.id } });
      expect((await read(url, ben)).status).toBe(404);
      expect((await read(url, ben, { 'if-none-match': etag })).status).toBe(404);
      expect((await read(url, ruth)).status).toBe(200);
      const next = await attach(ruth, chat, pdf, 'next plan.pdf');
      await ruth.api.call(sendMessage, { body: { chatId: chat.id, text: '', attachmentUrl: next.url } });
      expect((await read(next.url, ben)).status).toBe(200);
      expect((await read(url, ben)).status).toBe(404);
    });

    test('an image is there soon, as what the browser takes', async () => {
      const [ruth, ben] = (await people(product(), 2)) as [Person, Person];
      const told = await attach(ruth, await ruth.directChatWith(ben), png, 'grey.png');
      expect(told).toMatchObject({ contentType: 'image/png', width: 32, height: 16 });
      await expect.poll(async () => (await read(told.url, ben)).status, { timeout: 20_000 }).toBe(200);
      const webp = await read(told.url, ben, { accept: 'image/webp,*/*' });
      expect([webp.headers.get('content-type'), webp.headers.get('vary')]).toEqual(['image/webp', 'Accept']);
    });

    test('a photo of oneself is shown to everyone who is signed in, by cookie too', async () => {
      const ruth = await somebody(product());
      const answer = await upload(ruth, '/api/upload-avatar', 'avatar', png, 'me.png');
      const { url } = (await answer.json()) as { url: string };
      expect([answer.status, (await ruth.me()).photoURL]).toEqual([200, url]);
      const browser = await signInByBrowser(product());
      const look = () => request(url, { headers: { cookie: browser.cookie } });
      // On a busy machine it may still be in preparation.
      await expect.poll(async () => (await look()).status).not.toBe(202);
      const image = await look();
      expect([image.status, image.headers.get('cache-control')]).toEqual([200, 'private, max-age=31536000, immutable']);
      expect((await request(url, {})).status).toBe(401);
    });

    test('the limits hold to the byte, and whoever sends more is told so', async () => {
      const [ruth, ben] = (await people(product(), 2)) as [Person, Person];
      const avatar = (bytes: number) => {
        const padded = Buffer.concat([png, Buffer.alloc(bytes - png.length)]);
        return upload(ruth, '/api/upload-avatar', 'avatar', padded, 'me.png');
      };
      expect((await avatar(maxAvatarBytes)).status).toBe(200);
      expect((await avatar(maxAvatarBytes + 1)).status).toBe(413);
      expect((await avatar(3 * maxAvatarBytes)).status).toBe(413);
      const chat = await ruth.directChatWith(ben);
      const largest = Buffer.concat([pdf, Buffer.alloc(maxAttachmentBytes - pdf.length)]);
      expect((await attach(ruth, chat, largest, 'large.pdf')).size).toBe(maxAttachmentBytes);
      const path = `/api/chat/${chat.id}/attachment`;
      for (const more of [1, 200_000]) {
        const tooLarge = Buffer.concat([largest, Buffer.alloc(more)]);
        expect((await upload(ruth, path, 'attachment', tooLarge, 'larger.pdf')).status).toBe(413);
      }
    });
  });
}
