import dns from 'node:dns';
import { expect, onTestFinished, test } from 'vitest';
import { buildService } from '../http/build-service.ts';
import { createLog } from '../observing/log.ts';
import { listen } from './listen.ts';

test('where localhost has two addresses, there is one server all the same', async () => {
  const { lookup } = dns;
  const both = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
  dns.lookup = ((name: string, how: { all?: boolean }, tell: (error: null, found: unknown) => void) =>
    name === 'localhost' && how.all ? tell(null, both) : lookup(name, how as never, tell as never)) as never;
  onTestFinished(() => void (dns.lookup = lookup));
  const log = createLog('silent', 'tests');
  const app = buildService({ name: 'tests', log });
  onTestFinished(() => app.close());
  const url = await listen(app, { host: 'localhost', port: 0 }, log);
  expect(app.addresses()).toMatchObject([{ address: '127.0.0.1' }]);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});
