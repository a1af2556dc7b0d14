import { randomUUID } from 'node:crypto';
import { maxTextLength, react } from '@koinonia/contracts/chat.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { numbers } from '../testing/numbers.ts';
import { type Person, seqsOf, startWorld, textsOf, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ nodes: 3 });
});
afterAll(() => world.close());

async function chatOf(count: number): Promise<{ id: string; everyone: Person[]; ruth: Person; ben: Person }> {
  const everyone = world.people(count);
  const [ruth, ben] = everyone;
  const { id } = (await ruth.open(everyone.slice(1))).body;
  return { id, everyone, ruth, ben };
}

describe('sending', () => {
  test('answers with the message as everyone will see it', async () => {
    const { id, ruth, ben } = await chatOf(2);
    const { status, body } = await ruth.send(id, '  Amen \u{1F64F}\n', { clientId: 'made by the browser' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      chatId: id,
      seq: 1,
      senderId: ruth.uid,
      text: '  Amen \u{1F64F}\n',
      attachmentUrl: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      clientId: 'made by the browser',
      reactions: {},
      myReactions: [],
    });
    expect((await ben.messages(id)).body).toEqual([body]);
  });

  test('two messages that say the same are two messages', async () => {
    const { id, ruth } = await chatOf(2);
    await ruth.send(id, 'Amen');
    await ruth.send(id, 'Amen', { clientId: null });
    expect(seqsOf((await ruth.messages(id)).body)).toEqual([1, 2]);
  });

  test('is refused when there is nothing to send, or too much', async () => {
    const { id, ruth } = await chatOf(2);
    expect((await ruth.send(id, ' \n\t ')).status).toBe(400);
    expect((await ruth.call('POST', '/api/chat/send', { chatId: id })).status).toBe(400);
    expect((await ruth.send(id, 'x'.repeat(maxTextLength + 1))).status).toBe(400);
    expect((await ruth.send(id, '\u{1F64F}'.repeat(maxTextLength + 1))).status).toBe(400);
    expect((await ruth.send(id, 'a\0b')).status).toBe(400);
    expect((await ruth.send(id, 'half \ud83d of a pair')).status).toBe(400);
    expect((await ruth.send(id, '\u{1F64F}'.repeat(maxTextLength))).status).toBe(201);
  });

  test('is refused with an attachment that media did not give out for the chat', async () => {
    const { id, ruth } = await chatOf(2);
    for (const attachmentUrl of ['https://evil.example/x.png', 'javascript:alert(1)', '/api/media/attachments/x']) {
      expect((await ruth.send(id, 'Look', { attachmentUrl })).status).toBe(400);
    }
    expect((await ruth.send(id, 'No attachment', { attachmentUrl: '' })).status).toBe(201);
  });

  test('is refused in chats of others and in what is no chat, alike', async () => {
    const { id } = await chatOf(2);
    const stranger = world.person();
    const refusal = { status: 404, body: { error: 'This chat was not found.', code: 'not_found' } };
    for (const chatId of [id, randomUUID(), 'x', '__proto__'])
      expect(await stranger.send(chatId, 'Hi')).toEqual(refusal);
    expect((await stranger.send(id, 'Hi', { attachmentUrl: 'x' })).status).toBe(404);
  });

  test('one refused send takes none of its neighbours along', async () => {
    const { id, ruth } = await chatOf(2);
    const stranger = world.person();
    const answers = await Promise.all(
      numbers(20).map((n) => (n % 4 === 0 ? stranger.send(id, 'Let me in') : ruth.send(id, `Number ${n}`))),
    );
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(5);
    expect(seqsOf((await ruth.messages(id)).body)).toEqual(numbers(15));
  });
});

test('300 sends of several people on three nodes at once are numbered without a gap', async () => {
  const { id, everyone, ruth } = await chatOf(5);
  const answers = await Promise.all(
    numbers(300).map((n) => everyone[n % 5]!.send(id, `Number ${n}`, { clientId: randomUUID() }, n % 3)),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(answers.map(({ body }) => body.seq).toSorted((a, b) => a - b)).toEqual(numbers(300));
  const stored = [
    ...(await ruth.messages(id, '?after=0&limit=200')).body,
    ...(await ruth.messages(id, '?after=200&limit=200')).body,
  ];
  expect(seqsOf(stored)).toEqual(numbers(300));
  expect(stored.map(({ createdAt }) => createdAt)).toEqual(stored.map(({ createdAt }) => createdAt).toSorted());
  expect(new Set(textsOf(stored)).size).toBe(300);
});

describe('a send that is repeated with its clientId', () => {
  test('gives the same message, 20 times at once on three nodes', async () => {
    const { id, ruth } = await chatOf(2);
    const answers = await Promise.all(numbers(20).map((n) => ruth.send(id, 'Once', { clientId: 'same' }, n % 3)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(19);
    for (const { body } of answers) expect(body).toEqual(answers[0]!.body);
    expect((await ruth.messages(id)).body).toHaveLength(1);
  });

  test('is a conflict when it says something else, or says it elsewhere', async () => {
    const { id, ruth, ben } = await chatOf(2);
    const other = (await ruth.open([ben], { isGroup: true })).body.id;
    await ruth.send(id, 'Once', { clientId: 'mine' });
    expect(await ruth.send(id, 'Twice', { clientId: 'mine' })).toMatchObject({
      status: 409,
      body: { code: 'conflict', error: expect.not.stringContaining('clientId') },
    });
    expect((await ruth.send(other, 'Once', { clientId: 'mine' })).status).toBe(409);
    expect((await ben.send(id, 'Once', { clientId: 'mine' })).status).toBe(201);
    expect((await ruth.messages(other)).body).toEqual([]);
  });

  test('gives the same message, although its sender has deleted the chat with what it replies to', async () => {
    const { id, ruth, ben } = await chatOf(2);
    await ben.send(id, 'Coffee?');
    const answer = { replyTo: 1, clientId: 'answer' };
    const sent = (await ruth.send(id, 'Gladly', answer)).body;
    await ruth.call('DELETE', `/api/chat/${id}`);
    expect(await ruth.send(id, 'Gladly', answer)).toMatchObject({ status: 200, body: { id: sent.id, seq: 2 } });
    expect((await ruth.send(id, 'Never', answer)).status).toBe(409);
    expect((await ruth.send(id, 'Gladly', { ...answer, clientId: 'another' })).status).toBe(400);
    expect((await ben.messages(id)).body).toHaveLength(2);
  });

  test('gives the same message, although its sender has deleted it with its attachment', async () => {
    const { id, ruth } = await chatOf(2);
    const about = { name: 'tea.jpg', contentType: 'image/jpeg', size: 10, width: 1, height: 1, placeholder: null };
    const photo = { attachmentUrl: world.media.give(id, ruth.uid, about), clientId: 'photo' };
    const sent = (await ruth.send(id, 'Tea', photo)).body;
    await ruth.call('DELETE', `/api/chat/${id}/messages/${sent.id}`);
    await expect.poll(() => world.media.withdrawn).toContain(photo.attachmentUrl);
    const again = await ruth.send(id, 'Tea', photo);
    expect(again).toMatchObject({ status: 200, body: { id: sent.id, text: '', deletedAt: expect.any(String) } });
  });

  test('in two chats at the same moment gives one message in one of them', async () => {
    const { id, ruth, ben } = await chatOf(2);
    const other = (await ruth.open([ben], { isGroup: true })).body.id;
    for (const round of numbers(10)) {
      const answers = await Promise.all(
        numbers(6).map((n) => ruth.send(n % 2 === 0 ? id : other, 'Once', { clientId: `round ${round}` }, n % 3)),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 201, 409, 409, 409]);
    }
    const stored = [...(await ruth.messages(id)).body, ...(await ruth.messages(other)).body];
    expect(stored.map(({ clientId }) => clientId).toSorted()).toEqual(
      numbers(10)
        .map((n) => `round ${n}`)
        .toSorted(),
    );
  });

  test('tells its reactions too', async () => {
    const { id, ruth } = await chatOf(2);
    const { body } = await ruth.send(id, 'Once', { clientId: 'again' });
    const reacted = await ruth.call('POST', '/api/chat/react', { chatId: id, messageId: body.id, emoji: '🎉' });
    const again = await ruth.send(id, 'Once', { clientId: 'again' });
    const { ok: _, ...standing } = react.answers[200].parse(reacted.body);
    expect(standing).toMatchObject({ reactions: { '🎉': 1 }, myReactions: ['🎉'] });
    expect(again.body).toEqual({ ...body, ...standing });
  });
});

describe('a page of messages', () => {
  let id: string;
  let ruth: Person;
  beforeAll(async () => {
    ({ id, ruth } = await chatOf(2));
    for (const n of numbers(60)) await ruth.send(id, `Number ${n}`);
  });
  const page = async (query: string) => seqsOf((await ruth.messages(id, query)).body);

  test('is the newest 50, oldest first', async () => {
    expect(await page('')).toEqual(numbers(60).slice(10));
  });

  test('is the newest before, or the first after, a position', async () => {
    expect(await page('?before=11')).toEqual(numbers(10));
    expect(await page('?before=11&limit=3')).toEqual([8, 9, 10]);
    expect(await page('?after=57')).toEqual([58, 59, 60]);
    expect(await page('?after=5&limit=2')).toEqual([6, 7]);
    expect(await page('?after=5&before=8')).toEqual([6, 7]);
    expect(await page('?after=60')).toEqual([]);
    expect(await page('?before=1')).toEqual([]);
    expect(await page(`?after=${Number.MAX_SAFE_INTEGER}`)).toEqual([]);
  });

  test('is what stands around a position, half of it older', async () => {
    expect(await page('?around=10&limit=6')).toEqual([8, 9, 10, 11, 12, 13]);
    expect(await page('?around=1&limit=4')).toEqual([1, 2, 3]);
    expect(await page('?around=60&limit=5')).toEqual([58, 59, 60]);
    expect(await page('?around=10&limit=1')).toEqual([10]);
    expect(await page('?changedAfter=0')).toEqual([]);
  });

  test.each([
    'around=x',
    'changedAfter=-1',
    'limit=0',
    'limit=201',
    'limit=-1',
    'limit=2.5',
    'limit=many',
    'before=x',
    'after=-1',
    'before=1e99',
    'before=',
    'after=',
    'around=',
    'changedAfter=',
    'before=0x10',
    'after=1e1',
    'around=%205',
    'limit=%2B5',
    'limit=5.0',
  ])('is refused with ?%s', async (query) => {
    expect((await ruth.messages(id, `?${query}`)).status).toBe(400);
  });

  test('says which numbers it takes', async () => {
    for (const query of ['limit=0', 'limit=201', 'limit=x']) {
      const { body } = await ruth.messages(id, `?${query}`);
      expect(body).toMatchObject({ error: 'limit: must be a whole number from 1 to 200' });
    }
  });

  test('is for members alone', async () => {
    for (const chatId of [id, randomUUID(), 'x']) expect((await world.person().messages(chatId)).status).toBe(404);
  });
});
