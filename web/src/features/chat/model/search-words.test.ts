import { expect, test } from 'vitest';
import { isWorthSearching, markedExcerpt } from './search-words.ts';

const marked = (text: string, query: string) =>
  markedExcerpt(text, query)
    .map((part) => (part.hit ? `[${part.text}]` : part.text))
    .join('');

test.each([
  ['Harvest festival on Sunday', 'harv', '[Harv]est festival on Sunday'],
  ['Harvest festival on Sunday', 'sunday FESTIVAL', 'Harvest [festival] on [Sunday]'],
  ['We sang a psalm', 'sa', 'We [sa]ng a psalm'],
  ['We sang a psalm', 'sa we', '[We] sang a psalm'],
  ['We sang a psalm', 's', 'We sang a psalm'],
  ['Harvest moon', 'harvest m', '[Harvest] [m]oon'],
  ['At 10:30am', '10:30', 'At [10]:[30]am'],
  ['A go, and go on', 'go', 'A [go], and [go] on'],
  ['Le café est très chaud', 'cafe', 'Le [café] est très chaud'],
  ['Le cafe\u0301 est', 'café', 'Le [café] est'],
  ['Молитва в воскресенье', 'молит', '[Молит]ва в воскресенье'],
  ['明日の朝に祈祷会があります', '祈祷', '明日の朝に[祈祷]会があります'],
  ['พรุ่งนี้เช้ามีประชุม', 'ประชุม', 'พรุ่งนี้เช้ามี[ประชุม]'],
  ['내일 기도회가 있습니다', '기도', '내일 [기도]회가 있습니다'],
  ['غداً صلاة الجماعة', 'غدا', '[غداً] صلاة الجماعة'],
  ['صَلاة الجماعة', 'صلاة', '[صَلاة] الجماعة'],
  ['Straße 24b', '24b', 'Straße [24b]'],
  ['Straße 24b', 'strasse', '[Straße] 24b'],
  ['Straße 24b', 'stras', '[Straß]e 24b'],
  ['Wasserstrasse', 'wasserstraß', '[Wasserstrass]e'],
  ['Łukasz Sørensen', 'sorens', 'Łukasz [Sørens]en'],
  ['Aus ŁÓDŹ', 'lodz', 'Aus [ŁÓDŹ]'],
  ['Hawaiʻi is far', 'hawaii', '[Hawaiʻi] is far'],
  ['Hawai‘i is far', "hawai'", '[Hawai]‘i is far'],
  ['O’Brien’s van', "o'brien", '[O’Brien]’s van'],
  ['O´Brien', 'obri', '[O´Bri]en'],
  ["À l'église", 'eglise', "À l'[église]"],
  ["À l'église", "l'égl", "À [l'égl]ise"],
  ["It's a van", 's', "It'[s] a van"],
  ["It's a van", 'it', "[It]'s a van"],
  ["'Go' and go", 'go', "'[Go]' and [go]"],
  ['ʻAna', "'ana", 'ʻ[Ana]'],
  ['<b>bold</b> & more', 'bold', '<b>[bold]</b> & more'],
])('in %j, what is looked for by %j is told apart', (text, query, wanted) => {
  expect(marked(text, query)).toBe(wanted);
});

test('a long text is shown from shortly before the first hit, at the beginning of a word', () => {
  const text = `${'One two three. '.repeat(30)}Here is the needle. ${'And so on. '.repeat(40)}`;
  const shown = marked(text, 'needle');
  expect(shown).toMatch(/^…[OHt]\w+/);
  expect(shown).toContain('Here is the [needle].');
  expect(shown.endsWith('…')).toBe(true);
  expect(shown.length).toBeLessThan(220);
  expect(marked('会'.repeat(100) + '祈', '祈')).toMatch(/^…会+\[祈\]$/);
});

test('of a long text that part is shown which has the longest word', () => {
  const goesOn = 'And so on and on it goes. '.repeat(30);
  const text = `We will be there at nine, by the gate. ${goesOn}Then the harvest at the barn. ${goesOn}`;
  expect(marked(text, 'at the harvest')).toContain('[The]n [the] [harvest] [at] [the] barn.');
  expect(marked(text, 'the gate')).toMatch(/^We will be \[the\]re at nine, by \[the\] \[gate\]/);
  expect(marked(text, 'nine harvest')).toContain('the [harvest] at');
  const near = `Nine people come. ${'And so on. '.repeat(10)}Then the harvest.`;
  expect(marked(near, 'nine harvest')).toMatch(/^\[Nine\] people .* \[harvest\]\.$/);
});

test('of thousands of marks on one letter an excerpt shows the first ones', () => {
  const text = `Cafe${'\u0301'.repeat(5000)}${'\u0323'.repeat(5000)} is open`;
  expect(marked(text, 'cafe')).toMatch(/^\[Café\u0301{29}\] is open$/);
});

test('lines are one in an excerpt', () => {
  expect(marked('First\n\n  second', 'second')).toBe('First [second]');
});

test.each([
  ['', false],
  [' .,', false],
  ['a', false],
  ['a b', false],
  ['ab', true],
  ['祈', true],
  ['🙏', false],
])('%j is worth a search: %s', (words, worth) => {
  expect(isWorthSearching(words)).toBe(worth);
});
