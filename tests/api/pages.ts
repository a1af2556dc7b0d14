import type { Message } from '@koinonia/contracts/chat.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { createApi } from '../support/api.ts';
import { people, somebody, type Person } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { refused } from '../support/refusal.ts';

export function pages(product: () => Product): void {
  describe('the pages of a history', () => {
    let ruth: Person;
    let path: string;
    const seqs = async (query = '') => {
      const answer = await ruth.api.request('GET', `${path}${query}`);
      return (answer.body as Message[]).map(({ seq }) => seq);
    };
    const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

    beforeAll(async () => {
      const [one, ben] = await people(product(), 2);
      ruth = one!;
      const chat = await ruth.directChatWith(ben!);
      path = `/api/chat/${chat.id}/messages`;
      for (let seq = 1; seq <= 70; seq += 1) await ruth.send(chat, `Verse ${seq}`);
    });

    test('the newest fifty, oldest first', async () => {
      expect(await seqs()).toEqual(range(21, 70));
    });
    test('as many as are asked for', async () => {
      expect(await seqs('?limit=3')).toEqual([68, 69, 70]);
      expect(await seqs('?limit=200')).toEqual(range(1, 70));
    });
    test('the newest before a position', async () => {
      expect(await seqs('?before=21')).toEqual(range(1, 20));
      expect(await seqs('?before=21&limit=2')).toEqual([19, 20]);
      expect(await seqs('?before=1')).toEqual([]);
    });
    test('the first after a position', async () => {
      expect(await seqs('?after=60')).toEqual(range(61, 70));
      expect(await seqs('?after=0&limit=2')).toEqual([1, 2]);
      expect(await seqs('?after=70')).toEqual([]);
      expect(await seqs('?after=999999999')).toEqual([]);
    });
    test.each([
      'limit=0',
      'limit=201',
      'limit=-1',
      'limit=x',
      'limit=1.5',
      'limit=',
      'before=x',
      'after=-1',
      'after=1e400',
      'before=',
      'after=',
      'around=',
      'after=0x10',
      'after=1e1',
    ])('?%s is refused', async (query) => {
      await refused(ruth.api.request('GET', `${path}?${query}`), 400, 'invalid');
    });
    test('not for others, nor for anonymous callers', async () => {
      const mallory = await somebody(product());
      await refused(mallory.api.request('GET', path), 404, 'not_found');
      await refused(mallory.api.request('GET', '/api/chat/no-chat/messages'), 404, 'not_found');
      await refused(createApi(product().origins, null).request('GET', path), 401);
    });
  });
}
