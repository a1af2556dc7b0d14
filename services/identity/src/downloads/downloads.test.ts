import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Device } from '@koinonia/contracts/identity.ts';
import type { OwnMessage } from '@koinonia/contracts/chat-internal.ts';
import type { OwnFile } from '@koinonia/contracts/media-internal.ts';
import type { TestBrowser } from '@koinonia/kit/testing/browser.ts';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { askAs, browserAt, type Identity, known, publicUrl, startIdentity } from '../testing/identity.ts';
import { type Neighbours, startNeighbours } from '../testing/neighbours.ts';
import { chatOf, fileOf, messageOf } from '../testing/own-words.ts';
import { signInBy } from '../testing/sign-in.ts';
import { entriesOf } from '../testing/unzip.ts';

let neighbours: Neighbours;
let identity: Identity;
let ben: string;
let browser: TestBrowser;
let sessionId: string;

beforeAll(async () => {
  neighbours = await startNeighbours();
  identity = await startIdentity(neighbours.environment);
});

beforeEach(async () => {
  await identity.db.deleteFrom('users').execute();
  ben = await known(identity, 'ben', 'Ben <script>alert(1)</script>');
  [browser, sessionId] = await signedIn('ben', ben);
  Object.assign(neighbours.kept, { chats: [], messages: [], reactions: [], files: [] });
});

afterAll(async () => {
  await identity.stop();
  await neighbours.stop();
});

async function signedIn(account: string, uid: string): Promise<[TestBrowser, string]> {
  const itself = browserAt(identity);
  await signInBy(itself, identity, { sub: `sub-of-${account}`, email: `${account}@base.example` });
  const { body } = await askAs(uid, identity, { path: '/api/session/all' });
  return [itself, (body as Device[])[0]?.id ?? ''];
}

const prepare = async (uid = ben, session: string | undefined = sessionId) =>
  askAs(uid, identity, { method: 'POST', path: '/api/me/download', ...(session && { sessionId: session }) });
const urlOf = (answer: { body: unknown }) => (answer.body as { url: string }).url;
const idOf = (url: string) => url.split('/').at(-1) ?? '';
const read = (url: string, by = browser, headers = {}) => by.ask(publicUrl + url, { headers });
/** Succeeds as soon as the aborted download before it has been noticed. */
const prepareNext = () =>
  eventually(
    async () => {
      const answer = await prepare();
      expect(answer.status).toBe(201);
      return urlOf(answer);
    },
    { interval: 50 },
  );
const downloaded = async () => entriesOf(Buffer.from(await (await read(urlOf(await prepare()))).arrayBuffer()));

/** More than all buffers on the way can hold. */
const endless = {
  files: [fileOf('endless.bin')],
  contentOf: () =>
    Readable.from(
      (async function* () {
        for (let sent = 0; sent < 800; sent += 1) yield Buffer.alloc(65_536, 'x');
      })(),
    ),
};

describe('downloading everything that is stored of oneself', () => {
  test('gives it for programs and for readers, with the files, and nothing that a name says is run', async () => {
    const hostile = '<img src=x onerror=alert(1)>"\'&';
    const ruth = await known(identity, 'ruth', hostile);
    await identity.makeGroup(ruth, hostile);
    await askAs(ruth, identity, { method: 'PATCH', path: `/api/users/${ben}`, body: { groups: [hostile] } });
    const chats = [
      chatOf({ name: hostile }),
      chatOf({ name: hostile }),
      chatOf({ isGroup: false, name: null, other: ruth }),
    ];
    const file = fileOf('../../etc/\u202Epas\nswd.pdf');
    const image = fileOf('harvest.png', { isImage: true, contentType: 'image/png' });
    const attachment = {
      name: file.name,
      contentType: file.contentType,
      size: 1,
      width: null,
      height: null,
      placeholder: null,
    };
    Object.assign(neighbours.kept, {
      chats,
      messages: [
        messageOf(chats[0]!.id, 1, {
          text: `</p><script>${hostile}</script>`,
          earlier: [{ text: hostile, writtenAt: '2026-11-21T08:00:00.000Z' }],
        }),
        messageOf(chats[0]!.id, 2, {
          attachment,
          attachmentUrl: `/api/media/attachments/${file.id}/x.pdf`,
          replyTo: 1,
        }),
      ],
      reactions: [
        { chatId: chats[0]!.id, messageId: randomUUID(), seq: 1, emoji: '🙏', reactedAt: '2026-11-21T08:00:00.000Z' },
      ],
      files: [file, image, fileOf('broken.png', { isImage: true, readable: false })].sort((a, b) =>
        a.id < b.id ? -1 : 1,
      ),
      contentOf: (id: string) => Readable.from([`the bytes of ${id}`]),
    });
    const entries = await downloaded();
    const names = [...entries.keys()];

    expect(names.filter((name) => !name.startsWith('files/') && !name.startsWith('chats/'))).toEqual([
      'Start here.html',
      'data/profile.json',
      'data/devices.json',
      'data/activity.json',
      'data/chats.json',
      'data/messages.json',
      'data/reactions.json',
      'data/files.json',
      'files.html',
    ]);
    expect(names.filter((name) => name.startsWith('chats/'))).toHaveLength(3);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[^\\:*?"<>|\p{Cc}\p{Cf}]+$/u);
    expect(names).toContain(`files/${file.id}/etc pas swd.pdf`);
    expect(entries.get(`files/${image.id}/harvest.jpg`)).toBe(`the bytes of ${image.id}`);
    for (const [name, text] of entries) if (name.endsWith('.html')) expect(text).not.toMatch(/<script|<img/);
    expect(entries.get(names.find((name) => name.startsWith('chats/0001'))!)).toContain(
      `href="../files/${file.id}/etc%20pas%20swd.pdf"`,
    );
    const json = (name: string) => JSON.parse(entries.get(`data/${name}.json`) ?? '') as unknown;
    const memberships = [{ group: hostile, since: expect.any(String) }];
    const person = { uid: ben, email: 'ben@base.example', groups: ['All Staff', hostile] };
    expect(json('profile')).toMatchObject({ ...person, memberships });
    expect(entries.get('Start here.html')).toMatch(/In &lt;img src=x[^<]* since<\/th>\s*<td dir="auto">[^<]* UTC</);
    expect(json('devices')).toMatchObject([{ address: '203.0.113.7' }]);
    expect(json('messages')).toEqual(neighbours.kept.messages);
    expect(json('reactions')).toEqual(neighbours.kept.reactions);
    expect(json('files')).toEqual(neighbours.kept.files);
    const download = { act: 'person.data_downloaded', byMyself: true, address: '', device: '' };
    expect(json('activity')).toContainEqual(expect.objectContaining(download));
    const change = {
      act: 'person.groups',
      byMyself: false,
      after: { groups: ['All Staff', hostile] },
      address: '',
      device: '',
    };
    expect(json('activity')).toContainEqual(expect.objectContaining(change));
    expect(entries.get('data/activity.json')).not.toContain(ruth);
  });

  test('has animations that move, names for pictures without one, and links to nothing that is not in it', async () => {
    const chat = chatOf();
    const picture = { isImage: true, contentType: 'image/gif' };
    const files = [
      fileOf('dance.gif', { ...picture, isAnimation: true }),
      fileOf('', { ...picture, kind: 'avatar' }),
      fileOf('???.png', picture),
      fileOf('being worked on.png', { ...picture, readable: false }),
    ].toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const attachmentOf = ({ id, name }: OwnFile): Partial<OwnMessage> => ({
      attachmentUrl: `/api/media/attachments/${id}/x`,
      attachment: { name, contentType: 'image/gif', size: 1, width: 1, height: 1, placeholder: null },
    });
    Object.assign(neighbours.kept, {
      chats: [chat],
      messages: files.map((file, index) => messageOf(chat.id, index + 1, attachmentOf(file))),
      files,
      contentOf: () => Readable.from(['bytes']),
    });
    const entries = await downloaded();
    const given = [...entries.keys()].filter((name) => name.startsWith('files/')).map((name) => name.split('/')[2]);
    expect(given.toSorted()).toEqual(['dance.webp', 'image.jpg', 'image.jpg']);
    expect(entries.get('files.html')).toContain('>Photo of you</a>');
    const pages = [...entries].filter(([name]) => name.endsWith('.html'));
    for (const [page, text] of pages) {
      for (const [, link = ''] of text.matchAll(/href="([^"]+)"/g)) {
        const target = new URL(link, `zip://zip/${page}`).pathname.slice(1);
        expect([...entries.keys()], page).toContain(decodeURIComponent(target));
      }
      if (page.startsWith('chats/')) expect(text).toContain('being worked on.png');
    }
  });

  test('is right with nothing in it, and with more than one page of everything', async () => {
    expect(JSON.parse((await downloaded()).get('data/messages.json') ?? '')).toEqual([]);
    const chat = chatOf({ messages: 1203 });
    neighbours.kept.chats = [chat];
    neighbours.kept.messages = Array.from({ length: 1203 }, (_, index) => messageOf(chat.id, index * 3 + 1));
    const entries = await downloaded();
    expect(JSON.parse(entries.get('data/messages.json') ?? '')).toHaveLength(1203);
    expect((entries.get('chats/0001 Kitchen.html') ?? '').match(/<article/g)).toHaveLength(1203);
  });

  test('is one read, of the browser that asked, within a minute', async () => {
    const [evas] = await signedIn('eva', await known(identity, 'eva'));
    const [bens] = await signedIn('ben', ben);
    const url = urlOf(await prepare());
    expect((await read(url, browserAt(identity))).status).toBe(401);
    for (const other of [evas, bens]) expect((await read(url, other)).status).toBe(404);
    expect((await read(url, browser, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    const answer = await read(url);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="my-data-\d{4}-\d\d-\d\d\.zip"$/);
    await answer.arrayBuffer();
    expect((await read(url)).status).toBe(404);

    const late = urlOf(await prepare());
    const twoMinutesAgo = new Date(Date.now() - 120_000);
    await identity.db
      .updateTable('downloads')
      .set({ prepared_at: twoMinutesAgo } as never)
      .execute();
    expect((await read(late)).status).toBe(404);
    expect((await read(`/api/session/download/no-id`)).status).toBe(404);
  });

  test('needs a session, and somebody who may come in', async () => {
    expect(await askAs(ben, identity, { method: 'POST', path: '/api/me/download' })).toMatchObject({ status: 400 });
    expect(await prepare(randomUUID())).toMatchObject({ status: 401 });
  });

  test('goes one at a time, and a few times a day', async () => {
    Object.assign(neighbours.kept, endless);
    const [first, second] = [urlOf(await prepare()), urlOf(await prepare())];
    const slow = await read(first);
    expect(slow.status).toBe(200);
    expect(await prepare()).toMatchObject({ status: 409 });
    expect((await read(second)).status).toBe(409);
    await slow.body?.cancel();
    await prepareNext();

    neighbours.kept.files = [];
    // A download that was read completely has ended, even for a request immediately after it.
    await (await read(await prepareNext())).arrayBuffer();
    for (let begun = 2; begun < 5; begun += 1) await downloaded();
    expect(await prepare()).toMatchObject({ status: 429 });

    // As when the process dies that sends one.
    const died = { ended_at: sql<Date>`null`, alive_at: new Date(Date.now() - 120_000) };
    await identity.db.updateTable('downloads').set(died).where('id', '=', idOf(first)).execute();
    expect((await prepare()).status, 'one that died with its process does not count').toBe(201);
  });

  test('is not used up by a read at a time when nothing can be answered', async () => {
    const lonely = await startIdentity(neighbours.environment);
    try {
      const ida = await known(lonely, 'ida');
      const itself = browserAt(lonely);
      await signInBy(itself, lonely, { sub: 'sub-of-ida', email: 'ida@base.example' });
      const { body: devices } = await askAs(ida, lonely, { path: '/api/session/all' });
      const session = (devices as Device[])[0]?.id ?? '';
      const prepared = { method: 'POST', path: '/api/me/download', sessionId: session };
      const url = urlOf(await askAs(ida, lonely, prepared));
      await lonely.stopGroups();
      expect((await itself.ask(publicUrl + url)).status).toBe(503);
      expect(await lonely.db.selectFrom('downloads').select(['begun_at']).execute()).toEqual([{ begun_at: null }]);
    } finally {
      await lonely.stop();
    }
  });

  test('reads nothing for an address that is not valid, and is not used up while a service is away', async () => {
    const url = urlOf(await prepare());
    neighbours.kept.isAway = true;
    expect((await read(`/api/session/download/${randomUUID()}`)).status).toBe(404);
    expect((await read(url)).status).toBe(503);
    neighbours.kept.isAway = false;
    expect((await read(url)).status).toBe(200);
  });

  test('ends with an error, and not with half of it, when a service goes away in the middle, and does not count', async () => {
    neighbours.kept.files = [fileOf('broken.bin')];
    neighbours.kept.contentOf = () =>
      Readable.from(
        (async function* () {
          yield Buffer.alloc(65_536);
          throw new Error('the store is gone');
        })(),
      );
    for (let begun = 0; begun < 6; begun += 1) {
      const answer = await read(await prepareNext());
      await expect(answer.arrayBuffer()).rejects.toThrow();
    }
  });
});
