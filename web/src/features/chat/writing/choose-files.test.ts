// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { chooseFiles } from './choose-files.ts';

afterEach(() => vi.unstubAllGlobals());

test('files can be chosen on a page that came by plain http, where browsers make no ids', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const chosen = await chooseFiles(['a.txt', 'b.txt'].map((name) => new File(['Bread'], name)));
  expect(chosen.map(({ file }) => file.name)).toEqual(['a.txt', 'b.txt']);
  expect(new Set(chosen.map(({ id }) => id)).size).toBe(2);
});
