import { describe, expect, test } from 'vitest';
import { namesOnPaper } from './names-on-paper.ts';

describe('the names on a printed chat', () => {
  test('stand by the alphabet, without those who are not known yet', () => {
    expect(namesOnPaper(['Ruth', '', 'Ben'])).toEqual({ names: ['Ben', 'Ruth'], more: 0 });
  });

  test('are the first of many', () => {
    const all = Array.from({ length: 120 }, (_, index) => `Person ${String(index).padStart(3, '0')}`);
    const { names, more } = namesOnPaper(all);
    expect([names.length, names[0], more]).toEqual([40, 'Person 000', 80]);
  });

  test('leave out several or none', () => {
    expect(namesOnPaper(Array.from({ length: 41 }, (_, index) => `${index}`)).more).toBe(0);
  });
});
