import { expect, test } from 'vitest';
import { instantsOf } from './search-bounds.ts';

test('a search is bounded by whole days of the reader, the last one included', () => {
  expect(instantsOf({ since: '2026-03-28', until: '2026-03-29' })).toEqual({
    from: new Date(2026, 2, 28).toISOString(),
    to: new Date(2026, 2, 30).toISOString(),
  });
  expect(instantsOf({ since: '', until: '2026-12-31' })).toEqual({ to: new Date(2027, 0, 1).toISOString() });
});

test('what is no day yet is no bound', () => {
  expect(instantsOf({ since: '0002-03-01', until: 'soon' })).toEqual({});
});
