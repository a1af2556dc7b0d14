import { randomUUID } from 'node:crypto';
import type { Message } from '@koinonia/contracts/chat.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { type Person, startWorld, textsOf, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ nodes: 2 });
});
afterAll(() => world.close());

interface Found {
  messages: Message[];
  next: string | null;
}
const ask = (who: Person, query: Record<string, string>, node = 0) =>
  who.call<Found>('GET', `/api/chat/search?${new URLSearchParams(query)}`, undefined, node);
const find = async (who: Person, q: string, more: Record<string, string> = {}) =>
  textsOf((await ask(who, { q, ...more })).body.messages);
const findEventually = (who: Person, q: string, texts: string[]) =>
  eventually(async () => expect(await find(who, q)).toEqual(texts));

describe('searching', () => {
  test.each([
    ['Harvest festival on Sunday', ['harvest', 'HARV', 'sunday festival', 'Festival,']],
    ['Le café est très chaud', ['cafe', 'CAFÉ', 'tres chaud']],
    ['Молитва в воскресенье', ['молитва', 'МОЛИТ', 'воскресенье молитва']],
    ['明日の朝に祈祷会があります', ['祈', '祈祷', '祈祷会', '明日 祈祷会']],
    ['พรุ่งนี้เช้ามีประชุมอธิษฐาน', ['ประชุม', 'อธิษฐาน', 'เช้า']],
    ['내일 아침 기도회가 있습니다', ['기도회', '기도', '내일']],
    ['غداً صلاة الجماعة', ['صلاة', 'غدا', 'الجماعة صلاة']],
    ["Ben's van: it's at the O'Neills'", ["ben's", "o'neill", 'van']],
    ['Hawaiʻi, le Taufaʻahau', ['hawaii', "hawai'i", 'hawaiʻi', 'hawai‘i', 'hawai', 'taufaahau', 'taufa’ahau']],
    ["Hawai'i", ['hawaii', 'Hawaiʻi']],
    ['Harvest moon', ['ha', 'harvest m', 'moon ha', 'harvest mo', 'HARVEST M']],
    ['At 10:30am', ['10:30', '10:3', 'at 1']],
    ['祈祷会 today', ['祈祷 t']],
    ['Hawaii', ["hawai'i", 'hawaiʻi']],
    ['O’Brien', ["o'brien", 'obrien', 'brien', "o'bri", 'OʼBrien', 'O´Brien']],
    ["O'Brien et l'église", ['o’brien', "l'église", 'eglise', "l'eglise obrien"]],
    ['мʼяч', ["м'яч", 'м’яч', 'мяч']],
    ['Straße 24b', ['24b', 'straße', 'STRASSE', 'strasse 24b', 'stras', 'Straß']],
    ['In der Wasserstrasse', ['wasserstraße', 'WASSERSTRAẞE', 'wasserstrasse', 'wasserstraß']],
    ['Straßenfußball', ['strassenfussball', 'strassenfußball', 'straßenfuss']],
    ['Łukasz Sørensen, ŁÓDŹ', ['lodz', 'łódź', 'Łodz', 'lukasz', 'sorensen', 'SØREN', 'łukasz sørensen']],
    ['إلى المدرسة', ['المدرسه', 'المدرسة', 'الي']],
    ['Ὁ Παῦλος γράφει', ['παυλος', 'ΠΑΥΛΟΣ', 'παύλοσ']],
  ])('finds %j by its words, whatever the language', async (text, queries) => {
    const [ruth, ben] = world.people(2);
    const { id } = (await ruth.open([ben])).body;
    await ruth.send(id, text);
    await ruth.send(id, 'Nothing else, 会議, ничего, شيء, อาหาร');
    for (const query of queries) {
      await findEventually(ben, query, [text]);
    }
  });

  test('finds parts of scripts without spaces only where they stand together', async () => {
    const [ruth, ben] = world.people(2);
    const { id } = (await ruth.open([ben])).body;
    await ruth.send(id, '祈祷 and 祷会');
    await ruth.send(id, '祈祷会');
    await findEventually(ben, '祈祷会', ['祈祷会']);
  });

  test('finds only what the caller may see', async () => {
    const [ruth, ben, eva, tom] = world.people(4);
    const { id } = (await ruth.open([ben, eva])).body;
    await ruth.send(id, 'Needle one');
    await eva.call('DELETE', `/api/chat/${id}`);
    await ruth.call('PATCH', `/api/chat/${id}`, { add: [tom.uid] });
    await ruth.send(id, 'Needle two');
    await findEventually(ruth, 'needle', ['Needle two', 'Needle one']);
    expect(await find(ben, 'needle')).toEqual(['Needle two', 'Needle one']);
    expect(await find(eva, 'needle')).toEqual(['Needle two']);
    expect(await find(tom, 'needle')).toEqual(['Needle two']);
    await ruth.call('PATCH', `/api/chat/${id}`, { remove: [ben.uid] });
    expect(await find(ben, 'needle')).toEqual([]);
    expect((await ask(ben, { q: 'needle', chat: id })).status).toBe(404);
    expect(await find(world.person(), 'needle')).toEqual([]);
  });

  test('follows edits and deletions, before and after a message was made searchable', async () => {
    const [ruth, ben] = world.people(2);
    const { id } = (await ruth.open([ben])).body;
    const path = async (text: string) => `/api/chat/${id}/messages/${(await ruth.send(id, text)).body.id}`;
    const first = await path('Wheat');
    await ruth.call('PATCH', first, { text: 'Barley' });
    await ruth.call('DELETE', await path('Barley gone at once'));
    await path('Landmark');
    await findEventually(ben, 'landmark', ['Landmark']);
    expect([await find(ben, 'wheat'), await find(ben, 'barley')]).toEqual([[], ['Barley']]);
    await ruth.call('PATCH', first, { text: 'Rye' });
    expect([await find(ben, 'barley'), await find(ben, 'rye')]).toEqual([[], ['Rye']]);
    await ruth.call('DELETE', first);
    expect(await find(ben, 'rye')).toEqual([]);
  });

  test('is bounded by sender, chat and time, and leaves out what the chat says of itself', async () => {
    const [ruth, ben, eva] = world.people(3);
    const direct = (await ruth.open([ben])).body.id;
    const group = (await ruth.open([ben, eva])).body.id;
    await ruth.call('PATCH', `/api/chat/${group}`, { name: 'Kitchen' });
    const one = (await ruth.send(direct, 'Kitchen one')).body;
    const two = (await ben.send(group, 'Kitchen two')).body;
    await findEventually(ruth, 'kitchen', ['Kitchen two', 'Kitchen one']);
    expect(await find(ruth, 'kitchen', { sender: ben.uid })).toEqual(['Kitchen two']);
    expect(await find(ruth, 'kitchen', { chat: direct })).toEqual(['Kitchen one']);
    expect(await find(ruth, 'kitchen', { from: two.createdAt, chat: group })).toEqual(['Kitchen two']);
    expect(await find(ruth, 'kitchen', { to: one.createdAt })).toEqual([]);
    expect(await find(ruth, 'kitchen', { sender: 'nobody' })).toEqual([]);
  });

  test('is paged', async () => {
    const [ruth, ben] = world.people(2);
    const { id } = (await ruth.open([ben])).body;
    for (let n = 1; n <= 5; n += 1) await ruth.send(id, `Verse ${n}`);
    await findEventually(ben, 'verse', ['Verse 5', 'Verse 4', 'Verse 3', 'Verse 2', 'Verse 1']);
    const first = (await ask(ben, { q: 'verse', limit: '2' }, 1)).body;
    const second = (await ask(ben, { q: 'verse', limit: '3', before: first.next ?? '' }, 1)).body;
    expect([textsOf(first.messages), textsOf(second.messages)]).toEqual([
      ['Verse 5', 'Verse 4'],
      ['Verse 3', 'Verse 2', 'Verse 1'],
    ]);
    expect(second.next).toBeNull();
  });

  test('tells by the end of a page nothing of how much others write', async () => {
    const [ruth, ben, eva, tom] = world.people(4);
    const { id } = (await ruth.open([ben])).body;
    const theirs = (await eva.open([tom])).body.id;
    await ruth.send(id, 'Psalm 1');
    await ruth.send(id, 'Psalm 2');
    for (let n = 1; n <= 3; n += 1) await eva.send(theirs, 'Between the two of us');
    await ruth.send(id, 'Psalm 3');
    await findEventually(ruth, 'psalm', ['Psalm 3', 'Psalm 2', 'Psalm 1']);
    const endOf = async (who: Person, more = {}) =>
      (await ask(who, { q: 'psalm', limit: '1', ...more })).body.next ?? '';
    const ends = [await endOf(ruth), await endOf(ruth)];
    const first = await endOf(ruth, { before: ends[0] });
    expect(first).not.toMatch(/^\d*$/);
    expect(new Set([...ends, first]).size).toBe(3);
    // Nor can anyone find a message's place by trying values of `before`.
    for (const before of [await endOf(ben), '1', '3', ends[0]?.slice(0, -1) ?? '', ''])
      expect(await ask(ruth, { q: 'psalm', before })).toMatchObject({
        status: 400,
        body: { error: 'There is no page of a search here. Please search again.' },
      });
  });

  test.each<Record<string, string>>([
    { q: '' },
    { q: ' ?! ' },
    { q: 'x'.repeat(201) },
    {},
    { q: 'x', limit: '0' },
    { q: 'x', limit: '51' },
    { q: 'x', from: 'yesterday' },
    { q: 'x', before: '-1' },
    { q: 'x', before: '' },
    { q: 'x', limit: '1e1' },
  ])('is refused with %j', async (query) => {
    const [ruth, ben] = world.people(2);
    await ruth.open([ben]);
    expect((await ask(ruth, query)).status).toBe(400);
  });

  test.each(["'", "x' | 'y", 'a:*', '\\', '!x', '& | ()', "'in "])('takes %j for text and nothing more', async (q) => {
    const [ruth, ben] = world.people(2);
    const { id } = (await ruth.open([ben])).body;
    await ruth.send(id, 'Plain');
    expect([200, 400]).toContain((await ask(ben, { q, chat: id })).status);
    expect((await ask(ben, { q, chat: randomUUID() })).status).toBe(404);
  });
});

test('the attachments of a chat are paged, newest first, for those who see them', async () => {
  const [ruth, ben, tom] = world.people(3);
  const { id } = (await ruth.open([ben], { isGroup: true })).body;
  const about = { contentType: 'text/plain', size: 3, width: null, height: null, placeholder: null };
  for (const name of ['one.txt', 'two.txt', 'three.txt']) {
    await ruth.send(id, name, { attachmentUrl: world.media.give(id, ruth.uid, { ...about, name }) });
    await ruth.send(id, 'and a word');
  }
  const attachments = (who: Person, query = '') => who.call<Message[]>('GET', `/api/chat/${id}/attachments${query}`);
  expect(textsOf((await attachments(ben)).body)).toEqual(['three.txt', 'two.txt', 'one.txt']);
  expect((await attachments(ben, '?limit=1')).body).toMatchObject([{ attachment: { name: 'three.txt' } }]);
  expect(textsOf((await attachments(ben, '?before=5&limit=1')).body)).toEqual(['two.txt']);
  const [newest] = (await attachments(ben)).body;
  await ruth.call('DELETE', `/api/chat/${id}/messages/${newest!.id}`);
  expect(textsOf((await attachments(ben)).body)).toEqual(['two.txt', 'one.txt']);
  await ruth.call('PATCH', `/api/chat/${id}`, { add: [tom.uid] });
  expect((await attachments(tom)).body).toEqual([]);
  expect((await attachments(world.person())).status).toBe(404);
  for (const wrong of ['limit=0', 'before=', 'before=0x10'])
    expect((await attachments(ben, `?${wrong}`)).status, wrong).toBe(400);
});
