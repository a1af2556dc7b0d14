import { deleteMessage, sendMessage } from '@koinonia/contracts/chat.ts';
import { deletePerson, getMe, getPerson } from '@koinonia/contracts/identity.ts';
import { type Attachment, uploadAttachment } from '@koinonia/contracts/media.ts';
import { listDeletionRequests, prepareDownload, requestDeletion } from '@koinonia/contracts/own-data.ts';
import { describe, expect, test } from 'vitest';
import { createApi } from '../support/api.ts';
import { signInByBrowser } from '../support/browser-session.ts';
import { admin, type Person, people, somebody } from '../support/people.ts';
import type { Product } from '../support/product.ts';

const soon = { timeout: 30_000 };

export function ownData(product: () => Product): void {
  const request = (path: string, options: RequestInit = {}) => fetch(product().origins[0]! + path, options);
  const statusAt = async (path: string, person: Person) => {
    const answer = await request(path, { headers: { authorization: `Bearer ${person.token}` } });
    await answer.arrayBuffer();
    return answer.status;
  };

  async function say(person: Person, chat: { id: string }, text: string): Promise<{ id: string; file: Attachment }> {
    const body = new FormData();
    body.set('attachment', new Blob(['%PDF-1.7\n']), 'plan.pdf');
    const headers = { authorization: `Bearer ${person.token}` };
    const answer = await request(`/api/chat/${chat.id}/attachment`, { method: 'POST', headers, body });
    const file = uploadAttachment.answers[201].parse(await answer.json());
    const { id } = await person.api.call(sendMessage, { body: { chatId: chat.id, text, attachmentUrl: file.url } });
    return { id, file };
  }

  describe('one’s own data', () => {
    test('the file of a message that is deleted is there for nobody', async () => {
      const [ruth, ben] = (await people(product(), 2)) as [Person, Person];
      const chat = await ruth.directChatWith(ben);
      const { id, file } = await say(ruth, chat, 'The plan');
      expect(await statusAt(file.url, ben)).toBe(200);
      await ruth.api.call(deleteMessage, { params: { id: chat.id, messageId: id } });
      for (const person of [ruth, ben]) await expect.poll(() => statusAt(file.url, person), soon).toBe(404);
    });

    test('everything is downloaded by the browser of the session that asked, once', async () => {
      const browser = await signInByBrowser(product());
      const other = await signInByBrowser(product());
      const { url } = await browser.api.call(prepareDownload);
      expect((await request(url)).status).toBe(401);
      expect((await request(url, { headers: { cookie: other.cookie } })).status).toBe(404);
      const answer = await request(url, { headers: { cookie: browser.cookie } });
      const zip = Buffer.from(await answer.arrayBuffer());
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
      expect([zip.readUInt32LE(0), zip.includes('data/messages.json')]).toEqual([0x04034b50, true]);
      expect((await request(url, { headers: { cookie: browser.cookie } })).status).toBe(404);
    });

    test('of somebody whose data is deleted only what they wrote stays, and they begin anew', async () => {
      const [grace, ruth, ben] = [await admin(product()), await somebody(product()), await somebody(product())];
      const chat = await ruth.directChatWith(ben);
      const { file } = await say(ruth, chat, 'What I wrote');
      await ruth.api.call(requestDeletion);
      const asking = await grace.api.call(listDeletionRequests);
      expect(asking).toContainEqual(expect.objectContaining({ uid: ruth.uid, email: ruth.email }));
      await grace.api.call(deletePerson, { params: { id: ruth.uid } });

      await expect.poll(() => statusAt(file.url, ben), soon).toBe(404);
      await expect
        .poll(() => ben.messages(chat), soon)
        .toMatchObject([{ text: 'What I wrote', senderId: ruth.uid, attachmentUrl: null }]);
      expect(await ben.api.call(getPerson, { params: { id: ruth.uid } })).toEqual({
        displayName: 'Former member',
        photoURL: '',
      });
      const { subject: sub, email, name } = ruth;
      const exp = Math.floor(Date.now() / 1000) + 3600;
      const again = createApi(product().origins, await product().issuer.sign({ sub, email, name, exp, jti: 'anew' }));
      await expect.poll(async () => (await again.call(getMe)).uid, soon).not.toBe(ruth.uid);
    });
  });
}
