import { publicCalls } from '@koinonia/kit/testing/public-calls.ts';
import { describe, expect, test } from 'vitest';
import { createApi } from '../support/api.ts';
import type { Product } from '../support/product.ts';
import { refused } from '../support/refusal.ts';
import { callName, callsOf, filledIn, goneSince, unthoughtOf } from './who-may-call.ts';

export function everyCallIsKnown(product: () => Product): void {
  describe('every call', () => {
    test('is known to this suite, with whom it answers', () => {
      expect([unthoughtOf(), goneSince()]).toEqual([[], []]);
    });

    test('that is not for anyone needs somebody who is signed in', async () => {
      const open = new Set(callsOf('anyone'));
      for (const call of publicCalls.filter((one) => !open.has(callName(one)))) {
        // Ending a session that does not exist succeeds.
        if (callName(call) === 'DELETE /api/session') continue;
        const path = filledIn(call.path, 'nothing');
        await refused(createApi(product().origins, null).request(call.method, path), 401, 'unauthenticated');
        await refused(createApi(product().origins, 'x.y.z').request(call.method, path), 401, 'unauthenticated');
      }
    });
  });
}
