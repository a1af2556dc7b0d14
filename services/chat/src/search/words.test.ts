import { afterEach, expect, test, vi } from 'vitest';
import { holding } from './service.ts';
import { wantedOf, wordsOf } from './words.ts';

afterEach(() => void vi.restoreAllMocks());

const times = (count: number, part: string) => Array.from({ length: count }, () => part).join(' ');

test.each(['祈', '祈祷会', 'word', 'Straße'])('%s is looked for once, however often it was typed', (word) => {
  expect(wantedOf(times(100, word))!.query).toBe(wantedOf(word)!.query);
});

test('a text is brought into the form of the search once, whatever is looked for in it', () => {
  const normalised = vi.spyOn(String.prototype, 'normalize');
  const stepsFor = (looked: string) => {
    const wanted = wantedOf(looked)!;
    normalised.mockClear();
    expect(wanted.isIn('祈祷会')).toBe(true);
    return normalised.mock.calls.length;
  };
  const steps = stepsFor('祈祷');
  expect(stepsFor('祈 祷 会 祈祷 祷会 祈祷会')).toBe(steps);
  expect(stepsFor('nothing to look for inside')).toBe(0);
});

test('while many long texts are compared, the process goes on serving others', async () => {
  const rows = Array.from({ length: 400 }, (_, id) => ({ id, text: '祈祷会é'.repeat(2500) }));
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 1);
  const found = await holding(rows, wantedOf('祈祷会')!);
  clearInterval(counting);
  expect(turns).toBeGreaterThan(10);
  expect(found).toEqual(rows);
});

test('of thousands of marks on one letter only the first are compared, in whatever form they come', () => {
  const normalised = vi.spyOn(String.prototype, 'normalize');
  const longestRun = (text: string) => {
    normalised.mockClear();
    wordsOf(text);
    const runs = normalised.mock.contexts.flatMap((given) => String(given).match(/[\p{M}\uff9e\uff9f]+/gu) ?? []);
    return Math.max(...runs.map((run) => run.length));
  };
  expect(longestRun(`a${'\u0301'.repeat(5000)}${'\u0323'.repeat(5000)}`)).toBeLessThan(100);
  expect(longestRun(`か${`${'\u0301'.repeat(29)}\uff9e`.repeat(300)}`)).toBeLessThan(100);
  expect(wordsOf(`e${'\u0301'.repeat(5000)}s Łódź`)).toEqual(['es', 'lodz']);
});

test('the index is not asked for the first letters of a word beside other words, which are rarer', () => {
  const indexed = (words: string) => wantedOf(words)!.indexed;
  expect(indexed('harvest mo')).toBe(wantedOf('harvest')!.query);
  expect(indexed('祈祷 m')).toBe(wantedOf('祈祷')!.query);
  for (const words of ['ha', 'harvest', 'harvest moon']) expect(indexed(words)).toBe(wantedOf(words)!.query);
});
