import { expect, test } from 'vitest';
import { handedFiles, handsFiles, meansWords } from './handed-files.ts';

const item = (name: string, isDirectory: boolean) => ({
  kind: 'file',
  webkitGetAsEntry: () => ({ name, isDirectory }) as FileSystemEntry,
});

test('a picture out of a page is meant as a picture, a table out of a document as its words', () => {
  expect(handsFiles({ types: ['text/html', 'Files'] })).toBe(true);
  expect(handsFiles({ types: ['text/plain'] })).toBe(false);
  expect(meansWords({ types: ['text/html', 'Files'] })).toBe(false);
  expect(meansWords({ types: ['text/plain', 'Files'] })).toBe(false);
  expect(meansWords({ types: ['text/plain', 'text/html', 'text/rtf', 'Files'] })).toBe(true);
});

test('folders among what is dropped are told apart from the files', () => {
  const files = [new File(['a'], 'plan.pdf'), new File([], 'photos')];
  const items = [item('plan.pdf', false), item('photos', true)];
  const handed = handedFiles({ types: ['Files'], items, files });
  expect(handed.files.map(({ name }) => name)).toEqual(['plan.pdf']);
  expect(handed.folders).toEqual(['photos']);
});

test('what is pasted has no entry to ask', () => {
  const pasted = { kind: 'file', webkitGetAsEntry: () => null };
  const handed = handedFiles({ types: ['Files'], items: [pasted], files: [new File(['a'], 'image.png')] });
  expect(handed.files).toHaveLength(1);
});
