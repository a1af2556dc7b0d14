import { signSessionToken } from '@koinonia/kit/auth/session-token.ts';
import type { Service } from '@koinonia/kit/http/build-service.ts';
import { testSecret } from '@koinonia/kit/testing/callers.ts';
import { startIdentityStandIn } from '@koinonia/kit/testing/identity-stand-in.ts';
import { expect, onTestFinished, test } from 'vitest';
import { startGateway } from '../testing/start-gateway.ts';

test('a deletion that a node died on after it was done is no failure, when another node finds nothing more', async () => {
  let calls = 0;
  const routes = (app: Service) =>
    app.delete('/api/invitations/:id', (_request, reply) => {
      calls += 1;
      if (calls === 1) return void reply.hijack().raw.destroy();
      return reply.code(404).send({ error: 'Not found.', code: 'not_found' });
    });
  const identity = await startIdentityStandIn({ routes });
  onTestFinished(() => identity.close());
  // Two nodes for the gateway.
  const { port } = new URL(identity.url);
  const gateway = await startGateway({ IDENTITY_URL: `${identity.url},http://localhost:${port}` });
  onTestFinished(() => gateway.close());
  const { token } = await signSessionToken(testSecret, identity.startSession());
  const withdraw = () =>
    gateway.call('/api/invitations/x', { method: 'DELETE', headers: { authorization: `Bearer ${token}` } });
  const answer = await withdraw();
  expect([answer.status, await answer.text(), calls]).toEqual([204, '', 2]);
  expect((await withdraw()).status).toBe(404);
});
