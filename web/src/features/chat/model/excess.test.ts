import { maxTextLength } from '@koinonia/contracts/chat.ts';
import { expect, test } from 'vitest';
import { excess } from './excess.ts';

test('a text counts as the server counts: whole characters, without the space around it', () => {
  expect(excess(` ${'🙏'.repeat(maxTextLength)}\n`)).toBe(0);
  expect(excess(`${'🙏'.repeat(maxTextLength)}ab`)).toBe(2);
});
