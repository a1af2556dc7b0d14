import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createServices } from './services.ts';

test('whoever asks whether identity is alive while it is being asked gets the same answer', async () => {
  let asked = 0;
  let isAlive = true;
  const identity = createServer((_request, response) => {
    asked += 1;
    setTimeout(() => response.writeHead(isAlive ? 200 : 503).end('{"now":1}'), 50);
  });
  await new Promise<void>((resolve) => identity.listen(0, '127.0.0.1', resolve));
  const urls = [`http://127.0.0.1:${(identity.address() as AddressInfo).port}`];
  const services = createServices({ identity: urls, groups: urls, chat: urls, media: urls });
  onTestFinished(async () => {
    await services.close();
    identity.close();
  });
  const ask = () => Promise.allSettled(Array.from({ length: 100 }, services.requireIdentity));

  expect(new Set((await ask()).map(({ status }) => status))).toEqual(new Set(['fulfilled']));
  expect(asked).toBe(1);
  isAlive = false;
  expect(new Set((await ask()).map(({ status }) => status))).toEqual(new Set(['rejected']));
  expect(asked).toBe(2);
});
