import { expect, test } from 'vitest';
import { inPlainWords } from './in-plain-words.ts';

test.each([
  ['The disk is full.', 'initdb: error: could not write file: No space left on device'],
  [
    'no entry in /etc/passwd for the user 54321',
    'initdb failed: initdb: could not look up effective user ID 54321: user does not exist',
  ],
])('%s', (words, told) => {
  const shown = inPlainWords(new Error(told));
  expect(shown).toContain(words);
  expect(shown).not.toContain('\n');
});
