import { type Audience, createCallerVerifier } from '@koinonia/kit/calls/caller-statement.ts';
import { buildService, type Service } from '@koinonia/kit/http/build-service.ts';
import { requireStatements } from '@koinonia/kit/http/routes.ts';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { testSecret } from '@koinonia/kit/testing/callers.ts';
import { afterEach, expect, test } from 'vitest';
import { startGateway, type TestGateway, testOrigin } from '../testing/start-gateway.ts';

let gateway: TestGateway;
const services: Service[] = [];

afterEach(async () => {
  await gateway.close();
  await Promise.all(services.splice(0).map((service) => service.close()));
});

/** A service without a call of its own. */
async function start(name: Audience): Promise<string> {
  const app = buildService({ name, log: createLog('silent', name) });
  await app.register(async (inside) => requireStatements(app, inside, createCallerVerifier(testSecret, name)));
  services.push(app);
  return app.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => '' });
}

test.each<[string, Audience, string, RequestInit]>([
  ['IDENTITY_URL', 'groups', '/api/me', {}],
  ['IDENTITY_URL', 'chat', '/api/session/token', { method: 'POST', headers: { origin: testOrigin } }],
  ['GROUPS_URL', 'identity', '/api/groups', {}],
  ['CHAT_URL', 'media', '/api/chat/send', { method: 'POST', body: '{}' }],
  ['MEDIA_URL', 'chat', '/api/media/avatars/x/64', {}],
  ['MEDIA_URL', 'groups', '/api/upload-avatar', { method: 'POST', body: new FormData() }],
])(
  'when %s leads to %s, the call is not answered as if there were nothing, and the log names both',
  async (...given) => {
    const [variable, other, path, init] = given;
    let said = '';
    const log = createLog('error', 'gateway', { write: (line) => void (said += line) });
    gateway = await startGateway({ [variable]: await start(other) }, {}, { log });
    const answer = await gateway.call(path, init);
    expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'unavailable' }]);
    expect(said).toContain(`${variable} leads to ${other}`);
  },
);

test('an address that a service does not have is still answered as none', async () => {
  gateway = await startGateway({ GROUPS_URL: await start('groups') });
  const answer = await gateway.call('/api/groups/x/y', { method: 'DELETE' });
  expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'not_found' }]);
});
