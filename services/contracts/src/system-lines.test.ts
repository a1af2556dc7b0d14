import { expect, test } from 'vitest';
import { leftToRight } from './system-lines.ts';

test.each(['محمد added فاطمة', '“מרים” left', '1. ܡܪܝܡ left'])('%s begins from the left, as English does', (text) => {
  expect(leftToRight(text)).toBe(`\u200e${text}`);
});

test.each(['Ruth added محمد', 'Šárka left', '🙏 left', 'Олена named the chat “مطبخ”'])('%s stays as it is', (text) => {
  expect(leftToRight(text)).toBe(text);
});
