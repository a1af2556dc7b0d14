import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Chat, listChats, listMessages, type Message } from '@koinonia/contracts/chat.ts';
import { searchMessages } from '@koinonia/contracts/chat-search.ts';
import { listGroups } from '@koinonia/contracts/groups.ts';
import { changePerson, getMe, listPeople } from '@koinonia/contracts/identity.ts';
import { demoTokens } from '@koinonia/infra/demo/flood/tokens.ts';
import { firstPeople } from '@koinonia/infra/demo/people/people.ts';
import { keepIssuer, makeSecrets } from '@koinonia/infra/solo/demo-sign-in/kept-issuer.ts';
import { freePort } from '@koinonia/kit/process/free-port.ts';
import { createTestDatabase } from '@koinonia/kit/testing/database.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, createApi } from '../support/api.ts';
import { type SoloProcess, startSoloProcess } from '../support/solo-process.ts';
import { type Run, runDemo } from './command.ts';

let solo: SoloProcess;
let firstRun: Run;
let ruth: Api;
const domain = 'base.example';

beforeAll(async () => {
  solo = await startSoloProcess({});
  firstRun = await seed('--people', '20', '--messages', '500');
  ruth = await person('demo-ruth');
}, 240_000);
afterAll(() => solo?.end());

const here = () => ({ DATA_DIR: solo.dataDir, PORT: new URL(solo.publicUrl).port });
const seed = (...args: string[]) => runDemo('seed', args, here());

async function person(subject: string): Promise<Api> {
  const somebody = firstPeople(20, domain).find((one) => one.subject === subject);
  if (!somebody) throw new Error(`there is no ${subject}`);
  return createApi([solo.process.url], await (await demoTokens(solo.dataDir))(somebody));
}

async function wholeHistory(api: Api, chat: Chat): Promise<Message[]> {
  const history: Message[] = [];
  for (;;) {
    const query = { after: history.at(-1)?.seq ?? 0, limit: 200 };
    const page = await api.call(listMessages, { params: { id: chat.id }, query });
    history.push(...page);
    if (page.length < 200) return history;
  }
}

describe('npm run seed', () => {
  test('says what it has added to the running product', () => {
    expect(firstRun.said).toMatch(/^Added 20 people, 4 groups, \d+ chats and 500 messages in [\d.]+ s\./);
    expect(firstRun.code).toBe(0);
  });

  test('brings people of many scripts, who are the ones of the demo sign-in and more, and groups', async () => {
    const people = await ruth.call(listPeople);
    const names = people.map(({ displayName }) => displayName);
    expect(names).toEqual(expect.arrayContaining(['Ruth Adeyemi', 'مريم حداد', 'Олена Шевченко']));
    expect(people.length).toBeGreaterThanOrEqual(18);
    expect(await ruth.call(getMe)).toMatchObject({ displayName: 'Ruth Adeyemi', role: 'admin' });
    expect((await ruth.call(listGroups)).map(({ name }) => name)).toContain('Worship Team');
  });

  test('chats have no gaps, their times go on, and their last message is the one in the list', async () => {
    const chats = await ruth.call(listChats);
    expect(chats.length).toBeGreaterThan(3);
    for (const chat of chats) {
      const history = await wholeHistory(ruth, chat);
      expect(history.map(({ seq }) => seq)).toEqual(Array.from({ length: chat.lastSeq }, (_, index) => index + 1));
      const times = history.map(({ createdAt }) => Date.parse(createdAt));
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(history.at(-1)).toMatchObject({ text: chat.lastMessage, createdAt: chat.lastMessageAt });
      expect(Date.parse(chat.lastMessageAt ?? '')).toBeLessThan(Date.now());
      for (const { senderId } of history) expect(chat.users).toContain(senderId);
    }
  });

  test('unread is what others have said after the read position', async () => {
    for (const chat of await ruth.call(listChats)) {
      const me = await ruth.call(getMe);
      const after = (await wholeHistory(ruth, chat)).filter(({ seq }) => seq > chat.readSeq);
      expect(chat.unreadCount).toBe(after.filter(({ senderId }) => senderId !== me.uid).length);
      expect(chat.unreadCount).toBe(after.length);
    }
  });

  test('there are replies, mentions, reactions and edited messages, and their changes are counted', async () => {
    const chats = await ruth.call(listChats);
    const said = (await Promise.all(chats.map((chat) => wholeHistory(ruth, chat)))).flat();
    const reply = said.find(({ replyTo }) => replyTo !== undefined);
    expect(said.find(({ id }) => id === reply?.replyTo?.id)?.chatId).toBe(reply?.chatId);
    expect(said.some(({ reactions }) => Object.keys(reactions).length > 0)).toBe(true);
    for (const chat of chats) {
      const changes = said.filter(({ chatId }) => chatId === chat.id).map(({ changeSeq = 0 }) => changeSeq);
      expect(Math.max(...changes)).toBe(chat.changeSeq ?? 0);
    }
  });

  test('a search finds what was said, the newest first', async () => {
    const histories = await Promise.all((await ruth.call(listChats)).map((chat) => wholeHistory(ruth, chat)));
    // Some chats are entirely in scripts without spaces between words.
    const said = histories.flat().map(({ text }) => text);
    const word = /\p{L}{5,}/u.exec(said.join(' '))?.[0] ?? '';
    const { messages } = await ruth.call(searchMessages, { query: { q: word } });
    expect(messages.length).toBeGreaterThan(0);
    const times = messages.map(({ createdAt }) => Date.parse(createdAt));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  test('the same again adds nothing, and more adds what is missing', async () => {
    expect((await seed('--people', '20', '--messages', '500')).said).toContain('nothing was added');
    expect((await seed('--people', '22', '--messages', '600', '--if-empty')).said).toBe('');
    const more = await seed('--people', '22', '--messages', '600');
    expect(more.said).toMatch(/^Added 2 people, 0 groups, \d+ chats and 100 messages/);
    const { messages } = await ruth.call(searchMessages, { query: { q: 'thank' } });
    const times = messages.map(({ createdAt }) => Date.parse(createdAt));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });
});

test('two seeds at once add together what one would', async () => {
  const both = await Promise.all([1, 2].map(() => seed('--people', '24', '--messages', '900')));
  expect(both.map(({ said }) => said).sort()).toEqual([
    expect.stringMatching(/^Added \d+ people, .* messages/),
    expect.stringMatching(/nothing was added/),
  ]);
});

test('whoever asks is told how the commands are used', async () => {
  for (const command of ['seed', 'flood'] as const) {
    const { code, said } = await runDemo(command, ['--help'], here());
    expect(said).toMatch(new RegExp(`^Usage: npm run ${command} `));
    expect(code).toBe(0);
  }
});

describe('npm run seed is refused', () => {
  test.each([
    [['--peple', '4'], "Unknown option '--peple'"],
    [['--people', 'many'], "--people must be a whole number from 2 to 5000, and not 'many'."],
    [['--messages', '-1'], '--messages'],
  ])('with %j', async (args, sentence) => {
    const { code, said } = await seed(...args);
    expect(said).toContain(sentence);
    expect(said).toContain('Usage: npm run seed');
    expect(code).toBe(1);
  });

  test('where people sign in with Google, unless it is meant', async () => {
    const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret', ALLOWED_DOMAIN: domain };
    const { code, said } = await runDemo('seed', [], { ...here(), ...google });
    expect(said).toMatch(/may be a database that people use.*add --yes/s);
    expect(code).toBe(1);
  });

  test.each([
    [
      'somebody else signs in',
      'create table identity.users (issuer text); insert into identity.users values ($$else$$)',
    ],
    ['nobody of the demo is', ''],
  ])('where DATABASE_URL names a database in which %s, which stays as it was', async (_, made) => {
    const database = await createTestDatabase();
    const client = new pg.Client(database.url);
    try {
      await client.connect();
      await client.query(`create schema identity; ${made}`);
      const tables = () => client.query(`select schemaname, tablename from pg_tables where schemaname !~ '^(pg|info)'`);
      const { rows: before } = await tables();
      const { code, said } = await runDemo('seed', [], { ...here(), DATABASE_URL: database.url });
      expect((await tables()).rows).toEqual(before);
      expect(said).toMatch(/may be a database that people use.*add --yes/s);
      expect(code).toBe(1);
    } finally {
      await client.end();
      await database.drop();
    }
  });

  test('it works before the product was ever started, and whoever signs in then is one of them', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'koinonia-demo-'));
    try {
      const environment = { DATA_DIR: dataDir, PORT: String(await freePort()) };
      expect((await runDemo('seed', ['--people', '15', '--messages', '50'], environment)).said).toContain('Added 15');
      expect((await runDemo('seed', ['--people', '15', '--messages', '50'], environment)).said).toContain('nothing');
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});

describe('npm run flood', () => {
  test('people write until Ctrl-C, and what they wrote is there', async () => {
    const before = await totalOf(ruth);
    const { code, said } = await runDemo('flood', ['--people', '6', '--rate', '6'], here(), /[1-9]\d* messages/);
    const told = Number(/All have gone home\. (\d+) messages/.exec(said)?.[1]);
    expect(said).not.toContain('failed');
    expect(told).toBeGreaterThan(0);
    expect(code).toBe(0);
    const after = await totalOf(ruth);
    expect(after - before).toBeLessThanOrEqual(told);
    for (const chat of await ruth.call(listChats)) {
      const history = await wholeHistory(ruth, chat);
      expect(history.map(({ seq }) => seq)).toEqual(Array.from({ length: chat.lastSeq }, (_, index) => index + 1));
    }
  });

  test('whoever was deactivated does not take part', async () => {
    const there = (await ruth.call(listPeople)).filter(({ active }) => active);
    const seeded = new Set(firstPeople(20, domain).flatMap((one) => (one.canBeChosen ? [] : [one.email])));
    const gone = there.find(({ email, role }) => seeded.has(email) && role === 'member');
    await ruth.call(changePerson, { params: { id: gone?.uid ?? '' }, body: { active: false } });
    const { code, said } = await runDemo('flood', ['--people', '100', '--duration', '1'], here());
    expect(said).toMatch(/^\d+ people are about\..*All have gone home\./s);
    expect(code).toBe(0);
    await ruth.call(changePerson, { params: { id: gone?.uid ?? '' }, body: { active: true } });
  });

  test('the data folder of another product is named', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'koinonia-demo-'));
    try {
      await keepIssuer(dataDir, { port: await freePort(), ...(await makeSecrets()) });
      const { code, said } = await runDemo('flood', [], { ...here(), DATA_DIR: dataDir });
      expect(said).toBe(
        `\nThe product at ${solo.publicUrl} is not the one whose data is in ${dataDir}. Name its folder with DATA_DIR.\n`,
      );
      expect(code).toBe(1);
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  });

  test.each([
    [['--rate', '50', '--people', '10'], '--rate 50 is too much for 10 people'],
    [['--chat', 'Nowhere'], "None of them is in a chat 'Nowhere'."],
    [['--url', 'https://base.example'], 'https://base.example is not on this machine.'],
    [['--url', 'http://localhost:1'], 'The product does not answer at http://localhost:1.'],
  ])('is refused with %j', async (args, sentence) => {
    const { code, said } = await runDemo('flood', args, here());
    expect(said).toContain(sentence);
    expect(code).toBe(1);
  });
});

const totalOf = async (api: Api) => (await api.call(listChats)).reduce((sum, { lastSeq }) => sum + lastSeq, 0);
