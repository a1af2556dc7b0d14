import type { Call } from '@koinonia/contracts/call.ts';
import { maxCsvCallBytes } from '@koinonia/contracts/invitations.ts';
import { publicCalls } from '@koinonia/kit/testing/public-calls.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { admin, people, type Person } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { refused } from '../support/refusal.ts';
import { callName, filledIn } from './who-may-call.ts';

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** Values of the wrong type, which a database's query language or a careless parser might accept. */
const confusions: unknown[] = [
  { $ne: 1 },
  { $gt: '' },
  { toString: 'x', length: 1 },
  ['a', 'b'],
  [['a']],
  [null],
  1e308,
  -1.5,
  Number.MAX_SAFE_INTEGER + 2,
  true,
  'true',
  null,
  'nul\0byte',
  'half \ud83d of a pair',
  '__proto__',
  'x'.repeat(40_000),
];

/** More than any call accepts; a list of people to invite is the largest. */
const tooLarge = 'x'.repeat(maxCsvCallBytes);

const withBody = publicCalls.filter(({ body }) => body !== undefined);
const withQuery = publicCalls.filter(({ query }) => query !== undefined);
const withIds = publicCalls.filter(({ path }) => path.includes('/:'));
/** The fields that a schema of an object names. */
const fieldsOf = (schema: unknown) => Object.keys((schema as { shape?: Record<string, unknown> }).shape ?? {});

/** CVE-2021-22911 and CVE-2022-35246, Rocket.Chat: database operators in place of a text. */
export function confusedTypes(product: () => Product): void {
  describe('confused types', () => {
    let grace: Person;
    /** For every call with a body: a valid body, and an existing path. The caller is an admin and a member. */
    let good: Readonly<Record<string, { path: string; body: Record<string, unknown> }>>;
    let state: () => Promise<unknown>;

    beforeAll(async () => {
      const [ben] = (await people(product(), 1)) as [Person];
      grace = await admin(product());
      const chat = await grace.groupChatWith([ben], 'Confused');
      const { id: messageId } = await grace.send(chat, 'Hello');
      const group = (await grace.api.request('POST', '/api/groups', { name: `Confused ${chat.id}` })).body as {
        id: string;
      };
      const clientId = 'confused';
      good = {
        'POST /api/session/token': { path: '/api/session/token', body: { answers: ['chats', 'me'] } },
        'POST /api/chat/create': {
          path: '/api/chat/create',
          body: { users: [ben.uid], isGroup: true, name: 'Confused' },
        },
        'PATCH /api/chat/:id/messages/:messageId': {
          path: `/api/chat/${chat.id}/messages/${messageId}`,
          body: { text: 'Hello', mentions: [] },
        },
        'POST /api/chat/send': {
          path: '/api/chat/send',
          body: { chatId: chat.id, text: 'x', attachmentUrl: null, clientId, replyTo: 1, mentions: [] },
        },
        'POST /api/chat/react': {
          path: '/api/chat/react',
          body: { chatId: chat.id, messageId, emoji: '🎉', on: false },
        },
        'POST /api/chat/:id/read': { path: `/api/chat/${chat.id}/read`, body: { seq: 1 } },
        'PATCH /api/chat/:id': { path: `/api/chat/${chat.id}`, body: { name: 'Confused', add: [], remove: [] } },
        'PATCH /api/chat/settings': { path: '/api/chat/settings', body: { typing: true, presence: true } },
        'POST /api/update-profile': {
          path: '/api/update-profile',
          body: { displayName: grace.name, phone: '', theme: 'auto' },
        },
        'PATCH /api/users/:id': {
          path: `/api/users/${ben.uid}`,
          body: { role: 'member', active: true, groups: [], addToGroups: [], removeFromGroups: [] },
        },
        'POST /api/groups': { path: '/api/groups', body: { name: 'Never made', isPrivate: false } },
        'PATCH /api/groups/:id': { path: `/api/groups/${group.id}`, body: { name: 'Never named', isPrivate: false } },
        'POST /api/invitations': { path: '/api/invitations', body: { csv: 'email\nx@base.example', dryRun: true } },
      };
      state = async () => [
        await grace.me(),
        await ben.me(),
        await ben.chats(),
        await ben.messages(chat),
        (await grace.api.request('GET', '/api/groups')).body,
        (await grace.api.request('GET', '/api/invitations')).body,
      ];
    });

    test('A15 every call that takes a body is among those that are tried', () => {
      expect(withBody.map(callName).filter((name) => !(name in good))).toEqual([]);
    });

    test.each(withBody.map((call) => [callName(call), call] as const))(
      'A15 %s takes nothing else in the place of a field',
      async (name, call) => {
        const { path, body } = good[name]!;
        const before = await state();
        for (const field of Object.keys(body)) {
          for (const confusion of confusions) {
            const sent = { ...body, [field]: confusion };
            if (call.body!.safeParse(sent).success) continue;
            await refused(grace.api.request(call.method, path, sent), 400);
          }
        }
        for (const whole of [
          'null',
          '7',
          '"x"',
          '[]',
          '[[]]',
          '{',
          '',
          nested(10_000),
          `{"x":${nested(10_000)}}`,
          '\ufeff{}x',
          '{"a":NaN}',
        ]) {
          const answer = await grace.api.request(call.method, path, whole);
          // Unknown fields are ignored, so a call whose fields are all optional may accept this object, or none.
          const asGood = whole.startsWith('{"x"') ? {} : ['', 'null'].includes(whole) ? null : undefined;
          const taken = asGood !== undefined && call.body!.safeParse(asGood).success;
          expect([whole.slice(0, 20), taken || [400, 413].includes(answer.status)]).toEqual([whole.slice(0, 20), true]);
        }
        await refused(grace.api.request(call.method, path, { ...body, x: tooLarge }), 413);
        expect(await state()).toEqual(before);
      },
    );

    test.each(withQuery.map((call) => [callName(call), call] as const))(
      'A15 %s takes nothing odd in its query',
      async (_, call: Call) => {
        const [ben] = (await people(product(), 1)) as [Person];
        const chat = await grace.directChatWith(ben);
        const path = filledIn(call.path, chat.id);
        const odd = [
          '%00',
          '%ED%A0%BD',
          '1e308',
          'NaN',
          '-1',
          '1.5',
          "'%20or%201=1--",
          '%F0%9F%8E%89',
          'x'.repeat(5000),
          '__proto__',
          '%',
          '%zz',
        ];
        for (const field of fieldsOf(call.query)) {
          for (const query of [
            ...odd.map((value) => `${field}=${value}`),
            `${field}=a&${field}=b`,
            `${field}[$ne]=1`,
            `${field}[]=1`,
            field,
            `__proto__[${field}]=1`,
          ]) {
            const { status } = await grace.api.request(call.method, `${path}?${query}`);
            expect([query.slice(0, 40), status < 500 && status !== 401]).toEqual([query.slice(0, 40), true]);
          }
        }
      },
    );

    test.each(withIds.map((call) => [callName(call), call] as const))(
      'A15 %s finds nothing by what is no id',
      async (name, call: Call) => {
        const body = call.body && good[name]!.body;
        for (const id of [
          "' or 1=1 --",
          'a\0b',
          '%00',
          '$ne',
          '[object Object]',
          '1e308',
          '-1',
          '*',
          '%',
          'x'.repeat(250),
          'x'.repeat(300),
          '../..',
          'null',
          'undefined',
          '00000000-0000-7000-8000-00000000000g',
          '🎉',
        ]) {
          const answer = await grace.api.request(call.method, filledIn(call.path, id), body);
          // Upload calls check the body first, and get none here.
          expect([id.slice(0, 20), [400, 401, 404, 414, 415].includes(answer.status)]).toEqual([id.slice(0, 20), true]);
        }
      },
    );

    test('A15 words of SQL are words', async () => {
      const [ruth, ben] = (await people(product(), 2)) as [Person, Person];
      const chat = await ruth.directChatWith(ben);
      const text = `'); drop table messages; -- " \\ $1 %s`;
      await expect(ruth.send(chat, text, `'; select 1 --`)).resolves.toMatchObject({ text });
      await ruth.api.request('GET', `/api/users?search=${encodeURIComponent(text)}`);
      await expect(ruth.messages(chat)).resolves.toMatchObject([{ text }]);
      // A wildcard of the database matches only itself.
      const everyone = await ruth.api.request('GET', '/api/users?search=%25');
      expect(everyone).toMatchObject({ status: 200, body: [] });
      expect(await ruth.api.request('GET', '/api/users?search=_____')).toMatchObject({ status: 200, body: [] });
    });

    test('A15 a thousand people in one request are answered, not suffered', async () => {
      const [ruth] = (await people(product(), 1)) as [Person];
      const users = Array.from({ length: 1000 }, (_, n) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`);
      await refused(ruth.api.request('POST', '/api/chat/create', { users, isGroup: true }), 400);
      const more = Array.from({ length: 20_000 }, () => 'x');
      const answer = await ruth.api.request('POST', '/api/chat/create', { users: more, isGroup: true });
      expect([400, 413]).toContain(answer.status);
      await refused(ruth.api.request('POST', '/api/chat/create', { users: [ruth.uid], isGroup: false }), 400);
    });
  });
}
