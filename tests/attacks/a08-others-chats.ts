import { type Chat, changeChat, sendMessage } from '@koinonia/contracts/chat.ts';
import { searchMessages } from '@koinonia/contracts/chat-search.ts';
import type { Group } from '@koinonia/contracts/groups.ts';
import { uploadAttachment, uploadGroupPicture } from '@koinonia/contracts/media.ts';
import { prepareDownload } from '@koinonia/contracts/own-data.ts';
import { describe, expect, test } from 'vitest';
import { png } from '../api/a-picture.ts';
import { createApi } from '../support/api.ts';
import { signInByBrowser } from '../support/browser-session.ts';
import { openSocket } from '../support/live-socket.ts';
import { admin, people, type Person, somebody } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { refused } from '../support/refusal.ts';
import { callAt, callsOf } from './who-may-call.ts';

type Attempt = [method: string, path: string, body?: unknown, headers?: Record<string, string>];

const nowhere = '00000000-0000-7000-8000-000000000000';
const aFile = (field: string) =>
  `--x\r\ncontent-disposition: form-data; name="${field}"; filename="x.txt"\r\n\r\nx\r\n--x--\r\n`;
const asFile = { 'content-type': 'multipart/form-data; boundary=x' };

/** Every call about a chat, as one of its members would make it. */
function attemptsOn(chatId: string, messageId: string, uid: string): Attempt[] {
  return [
    ['GET', `/api/chat/${chatId}/messages`],
    ['GET', `/api/chat/${chatId}/messages?after=0&limit=200`],
    ['GET', `/api/chat/${chatId}/messages?around=1`],
    ['GET', `/api/chat/${chatId}/messages?changedAfter=0`],
    ['GET', `/api/chat/${chatId}/attachments`],
    ['GET', `/api/chat/search?q=mother&chat=${chatId}`],
    ['GET', `/api/chat/${chatId}/messages/${messageId}/versions`],
    ['PATCH', `/api/chat/${chatId}/messages/${messageId}`, { text: 'Changed' }],
    ['DELETE', `/api/chat/${chatId}/messages/${messageId}`],
    ['POST', '/api/chat/send', { chatId, text: 'Hello' }],
    ['POST', '/api/chat/send', { chatId, text: 'Hello', replyTo: 1, clientId: 'x' }],
    ['POST', '/api/chat/react', { chatId, messageId, emoji: '🎉' }],
    ['POST', '/api/chat/react', { chatId, messageId, emoji: '🎉', on: false }],
    ['POST', `/api/chat/${chatId}/read`, { seq: 1 }],
    ['POST', `/api/chat/${chatId}/read`, { unread: true }],
    ['PATCH', `/api/chat/${chatId}`, { add: [uid] }],
    ['PATCH', `/api/chat/${chatId}`, { remove: [uid] }],
    ['PATCH', `/api/chat/${chatId}`, { name: 'Mine' }],
    ['DELETE', `/api/chat/${chatId}`],
    ['GET', `/api/chat/${chatId}/attachment?clientId=x`],
    ['POST', `/api/chat/${chatId}/attachment`, aFile('attachment'), asFile],
    ['POST', `/api/chat/${chatId}/picture`, aFile('picture'), asFile],
    ['DELETE', `/api/chat/${chatId}/picture`],
  ];
}

export function othersChats(product: () => Product): void {
  const request = (path: string, options: RequestInit = {}) => fetch(product().origins[0]! + path, options);

  describe('a chat of others', () => {
    /** Ruth and Ben have chats with a message; Mallory has a chat with Ruth, and is in none of the others. */
    async function setting() {
      const [ruth, ben, mallory] = (await people(product(), 3)) as [Person, Person, Person];
      const theirs = await ruth.directChatWith(ben);
      const group = await ruth.groupChatWith([ben], 'Without you');
      const own = await ruth.directChatWith(mallory);
      const message = await ruth.send(theirs, 'Please pray for my mother.');
      const inGroup = await ruth.send(group, 'Please pray for my mother, all of you.');
      return { ruth, ben, mallory, theirs, group, own, message, inGroup };
    }

    const all = (person: Person, attempts: Attempt[]) =>
      Promise.all(attempts.map((attempt) => refused(person.api.request(...attempt), 404, 'not_found')));

    test('A8 answers as if it were not there, to every call there is, and nothing comes of them', async () => {
      const { ruth, mallory, theirs, group, own, message, inGroup } = await setting();
      const state = async () => [await ruth.chats(), await ruth.messages(theirs), await ruth.messages(group)];
      const before = await state();
      const missing = await all(mallory, attemptsOn(nowhere, nowhere, mallory.uid));
      // Different answers would reveal which chats exist.
      expect(await all(mallory, attemptsOn(theirs.id, message.id, mallory.uid))).toEqual(missing);
      expect(await all(mallory, attemptsOn(group.id, inGroup.id, mallory.uid))).toEqual(missing);
      // A message of theirs, named together with her own chat.
      await all(mallory, [
        ['POST', '/api/chat/react', { chatId: own.id, messageId: message.id, emoji: '🎉' }],
        ['PATCH', `/api/chat/${own.id}/messages/${message.id}`, { text: 'Changed' }],
        ['DELETE', `/api/chat/${own.id}/messages/${message.id}`],
        ['GET', `/api/chat/${own.id}/messages/${message.id}/versions`],
      ]);
      expect(await state()).toEqual(before);
    });

    test('A8 every call about a chat is among those that are tried', () => {
      const tried = new Set(attemptsOn(nowhere, nowhere, nowhere).map(([method, path]) => callAt(method, path)));
      expect(callsOf('member').filter((name) => !tried.has(name))).toEqual([]);
    });

    test('A8 is as closed to whoever was removed from it, message and all', async () => {
      const { ruth, ben, mallory } = await setting();
      const chat = await ruth.groupChatWith([ben, mallory], 'Until now');
      const message = await mallory.send(chat, 'My own words about my mother');
      await ruth.api.call(changeChat, { params: { id: chat.id }, body: { remove: [mallory.uid] } });
      const before = await ruth.messages(chat);
      await all(mallory, attemptsOn(chat.id, message.id, mallory.uid));
      expect(await ruth.messages(chat)).toEqual(before);
    });

    test('A8 keeps its files and its picture to itself', async () => {
      const { ruth, mallory, theirs, group, own } = await setting();
      const as = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` });
      const give = async (path: string, field: string) => {
        const body = new FormData();
        body.set(field, new Blob([new Uint8Array(png)]), 'x.png');
        return request(path, { method: 'POST', headers: as(ruth), body });
      };
      const attached = await give(`/api/chat/${theirs.id}/attachment`, 'attachment');
      const { url } = uploadAttachment.answers[201].parse(await attached.json());
      await ruth.api.call(sendMessage, { body: { chatId: theirs.id, text: '', attachmentUrl: url } });
      const pictured = await give(`/api/chat/${group.id}/picture`, 'picture');
      const { url: picture } = uploadGroupPicture.answers[200].parse(await pictured.json());
      await expect.poll(async () => (await request(url, { headers: as(ruth) })).status, { timeout: 20_000 }).toBe(200);

      const browser = await signInByBrowser(product(), { subject: mallory.subject, email: mallory.email });
      const statuses = async (headers: Record<string, string>) => {
        const paths = [url, `${url}?w=320`, picture, picture.replace(/\d+$/, '64')];
        return Promise.all(paths.map(async (path) => (await request(path, { headers })).status));
      };
      expect(new Set(await statuses(as(mallory)))).toEqual(new Set([404]));
      expect(new Set(await statuses({ cookie: browser.cookie }))).toEqual(new Set([404]));
      expect(new Set(await statuses({}))).toEqual(new Set([401]));
      for (const attachmentUrl of [url, picture, `${url}?w=320`]) {
        await refused(mallory.api.request('POST', '/api/chat/send', { chatId: own.id, text: 'x', attachmentUrl }), 400);
      }
    });

    test('A8 is found by no search, and is in no download, of somebody else', async () => {
      const { ruth, mallory, theirs, group } = await setting();
      const search = async (person: Person, query: { q: string; sender?: string }) =>
        (await person.api.call(searchMessages, { query })).messages.map(({ chatId }) => chatId).toSorted();
      await expect.poll(() => search(ruth, { q: 'mother' })).toEqual([theirs.id, group.id].toSorted());
      expect(await search(mallory, { q: 'mother' })).toEqual([]);
      expect(await search(mallory, { q: 'mother', sender: ruth.uid })).toEqual([]);
      const browser = await signInByBrowser(product(), { subject: mallory.subject, email: mallory.email });
      const { url } = await browser.api.call(prepareDownload);
      const zip = await (await request(url, { headers: { cookie: browser.cookie } })).text();
      // Each chat has a page, and its name is not compressed.
      expect(new Set(zip.match(/chats\/\d{4} /g))).toEqual(new Set(['chats/0001 ']));
    });

    test('A8 cannot be listened to, by its id or by any name that a room may have', async () => {
      const { ruth, mallory, theirs, own } = await setting();
      const spy = await openSocket(product().origins[0]!, mallory.token);
      const ruths = await openSocket(product().origins[0]!, ruth.token);
      await ruths.join([theirs, own]);
      const guesses = ['', 'c:', 'chat:', 'chat-', 'room:', '/'].map((prefix) => ({ id: prefix + theirs.id }));
      const ids = [ruth.uid, `p:${ruth.uid}`, `user:${ruth.uid}`, ruths.socket.id!, '*', '#'].map((id) => ({ id }));
      const { joined } = await spy.join([...guesses, ...ids, own]);
      expect(joined).toEqual([{ id: own.id, lastSeq: 0 }]);
      await ruth.send(theirs, 'This is between us.');
      await ruth.send(own, 'This is for you.');
      // The later message for her has arrived, so the earlier one, which is not for her, would have arrived too.
      await expect.poll(() => spy.received('newMessage').map(({ text }) => text)).toEqual(['This is for you.']);
      expect(JSON.stringify(spy.events)).not.toContain(theirs.id);
      spy.close();
      ruths.close();
    });

    test('A8 cannot be entered by somebody who asks for it in the name of its members', async () => {
      const { ruth, ben, mallory, theirs } = await setting();
      const body = { users: [ruth.uid, ben.uid], isGroup: false };
      const answer = await mallory.api.request('POST', '/api/chat/create', body);
      expect([400, 201]).toContain(answer.status);
      expect((answer.body as Chat).id).not.toBe(theirs.id);
      const group = await mallory.groupChatWith([ruth, ben]);
      expect(group.users).toContain(mallory.uid);
      await expect(mallory.wholeHistory(group)).resolves.toEqual([]);
    });

    test('A8 is not told to those outside when something happens in it', async () => {
      const { ruth, ben, mallory, theirs, group, own, message } = await setting();
      const spy = await openSocket(product().origins[0]!, mallory.token);
      await spy.join([own]);
      await ruth.api.request('PATCH', `/api/chat/${group.id}`, { name: 'Still without you' });
      await ruth.api.request('PATCH', `/api/chat/${theirs.id}/messages/${message.id}`, { text: 'She is better.' });
      await ben.api.request('POST', '/api/chat/react', { chatId: theirs.id, messageId: message.id, emoji: '🙏' });
      await ben.api.request('POST', `/api/chat/${theirs.id}/read`, { seq: 1 });
      await ruth.send(own, 'Now for you.');
      await expect.poll(() => spy.received('newMessage')).toHaveLength(1);
      const told = JSON.stringify(spy.events);
      for (const secret of [theirs.id, group.id, message.id, 'Without you']) expect(told).not.toContain(secret);
      spy.close();
    });
  });

  describe('what belongs to somebody else', () => {
    test('A8 their sessions, downloads and requests are not for anyone else to see or end', async () => {
      const ruth = await signInByBrowser(product());
      const mallory = await signInByBrowser(product());
      const { url } = (await ruth.api.request('POST', '/api/me/download')).body as { url: string };
      const [device] = (await ruth.api.request('GET', '/api/session/all')).body as { id: string }[];
      await ruth.api.request('POST', '/api/me/deletion-request');
      const anyone = createApi(product().origins, null);
      await refused(anyone.request('GET', url, undefined, { cookie: mallory.cookie }), 404);
      await refused(anyone.request('GET', url, undefined, { authorization: `Bearer ${ruth.token}` }), 401);
      await refused(mallory.api.request('DELETE', `/api/session/${device!.id}`), 404, 'not_found');
      expect(JSON.stringify((await mallory.api.request('GET', '/api/session/all')).body)).not.toContain(device!.id);
      await mallory.api.request('DELETE', '/api/me/deletion-request');
      expect((await ruth.api.request('GET', '/api/me/deletion-request')).body).toMatchObject({
        requestedAt: expect.any(String),
      });
      const about = (await mallory.api.request('GET', `/api/user/${ruth.uid}`)).body;
      expect(Object.keys(about as object).toSorted()).toEqual(['displayName', 'photoURL']);
    });

    test('A8 a private group is not known to anyone who is not in it', async () => {
      const [ruth, grace] = [await somebody(product()), await admin(product())];
      const group = { name: 'Debt counsel', isPrivate: true };
      const { id } = (await grace.api.request('POST', '/api/groups', group)).body as Group;
      await grace.api.request('PATCH', `/api/users/${grace.uid}`, { addToGroups: [id] });
      const seenBy = async ({ api }: Person, path: string) => JSON.stringify((await api.request('GET', path)).body);
      for (const path of ['/api/groups', '/api/me', '/api/users']) {
        expect(await seenBy(grace, path), path).toContain(group.name);
        expect(await seenBy(ruth, path), path).not.toContain(group.name);
      }
      expect(await seenBy(ruth, `/api/user/${grace.uid}`)).not.toContain(group.name);
    });
  });
}
