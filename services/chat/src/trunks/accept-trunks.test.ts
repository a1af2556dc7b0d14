import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Caller } from '@koinonia/kit/calls/caller-statement.ts';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { trunkPath, trunkPlaceHeader, trunkProtocol } from '@koinonia/kit/trunk/trunk-frames.ts';
import { expect, test } from 'vitest';
import { acceptTrunks } from './accept-trunks.ts';

test('a trunk that broke off while its statement was verified is not kept', async () => {
  const httpServer = createServer().listen(0, '127.0.0.1');
  await once(httpServer, 'listening');
  const verified = Promise.withResolvers<Caller>();
  const trunks = acceptTrunks({ httpServer, verify: () => verified.promise, log: createLog('silent', 'tests') });

  const asked = request({
    port: (httpServer.address() as AddressInfo).port,
    headers: { connection: 'Upgrade', upgrade: trunkProtocol, [trunkPlaceHeader]: 'one' },
    path: trunkPath,
    agent: false,
  }).on('error', () => {});
  asked.end();
  const [, socket] = (await once(httpServer, 'upgrade')) as [unknown, Socket];
  const closed = new Promise((resolve) => socket.once('close', resolve));
  asked.socket?.resetAndDestroy();
  await closed;
  verified.resolve({ kind: 'process' } as Caller);
  await verified.promise;
  expect(trunks.placeOf('one.1')).toBeNull();
  httpServer.close();
});
