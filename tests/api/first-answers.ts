import { firstCalls } from '@koinonia/contracts/gateway.ts';
import { getSessionToken } from '@koinonia/contracts/identity.ts';
import { describe, expect, test } from 'vitest';
import { createApi } from '../support/api.ts';
import { signInByBrowser } from '../support/browser-session.ts';
import { somebody } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { refused } from '../support/refusal.ts';

const body = { answers: Object.keys(firstCalls) };

export function firstAnswers(product: () => Product): void {
  const ask = (sent: unknown, headers: Record<string, string>) =>
    createApi(product().origins, null).request(getSessionToken.method, getSessionToken.path, sent, headers);

  describe('the first answers of a page', () => {
    test('come with its token, and are those of the single calls', async () => {
      const { cookie, uid, api } = await signInByBrowser(product());
      const other = await somebody(product());
      await other.groupChatWith([{ ...other, uid }], 'First things');
      let answers: Record<string, unknown> | undefined;
      const names = async () => {
        ({ answers } = getSessionToken.answers[200].parse((await ask(body, { cookie })).body));
        return Object.keys(answers ?? {});
      };
      // A token waits only a second for them.
      await expect.poll(names).toEqual(body.answers);
      expect(answers).toEqual({
        chats: (await api.request('GET', '/api/chat')).body,
        me: (await api.request('GET', '/api/me')).body,
        people: expect.arrayContaining([expect.objectContaining({ uid })]) as unknown,
      });
      expect(answers?.['me']).toMatchObject({ uid });
    });

    test('are for nobody without a session, and for no page of another site', async () => {
      const { cookie, logout } = await signInByBrowser(product());
      await refused(ask(body, {}), 401, 'unauthenticated');
      await refused(ask(body, { cookie, origin: 'https://evil.example' }), 403, 'forbidden');
      await refused(ask(body, { cookie, 'sec-fetch-site': 'cross-site' }), 403, 'forbidden');
      await logout();
      await refused(ask(body, { cookie }), 401, 'session_ended');
    });

    test('must be named in JSON, as a list', async () => {
      const { cookie } = await signInByBrowser(product());
      for (const wrong of [{ answers: 'chats' }, { answers: [1] }, '{', []]) await refused(ask(wrong, { cookie }), 400);
      await refused(ask(JSON.stringify(body), { cookie, 'content-type': 'text/plain' }), 415);
    });
  });
}
