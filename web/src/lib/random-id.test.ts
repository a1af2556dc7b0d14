import { expect, test } from 'vitest';
import { randomId } from './random-id.ts';

test('each random id is another UUID of version 4', () => {
  const ids = Array.from({ length: 500 }, randomId);
  expect(new Set(ids).size).toBe(500);
  const valuesAt = Array.from({ length: 36 }, (_, place) => [...new Set(ids.map((id) => id[place]))].sort().join(''));
  const values = (sign: string) => ({ x: '0123456789abcdef', y: '89ab' })[sign] ?? sign;
  expect(valuesAt).toEqual([...'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'].map(values));
});
