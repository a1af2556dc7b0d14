import { once } from 'node:events';
import { expect, test } from 'vitest';
import { startGateway } from '../testing/start-gateway.ts';

test('media learns that the sender of a picture has left after its last byte', async () => {
  const arrived = Promise.withResolvers<void>();
  const left = Promise.withResolvers<string>();
  const gateway = await startGateway(
    {},
    {
      media: {
        routes: (app) =>
          app.post('/api/upload-avatar', async ({ body, raw }) => {
            arrived.resolve();
            await once(raw.socket, 'close');
            left.resolve(body as string);
          }),
      },
    },
  );
  const sending = new AbortController();
  const sent = gateway.call('/api/upload-avatar', { method: 'POST', body: 'picture', signal: sending.signal });
  const calledBack = expect(sent).rejects.toThrow('abort');
  await arrived.promise;
  sending.abort();
  await calledBack;
  expect(await left.promise).toBe('picture');
  await gateway.close();
});
