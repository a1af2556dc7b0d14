import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A file store behind a server that can be told to answer every call with an error, or to break off before each file. */
export async function startFailingStore(endpoint: string) {
  let failure: number | null = null;
  let sendsOnlyHeads = false;
  const server = createServer((asked, answer) => {
    if (failure !== null) {
      asked.resume();
      answer.writeHead(failure).end();
      return;
    }
    const { method, url, headers } = asked;
    const passedOn = request(endpoint + url, { method: method ?? 'GET', headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      if (!sendsOnlyHeads || method !== 'GET') return void given.pipe(answer);
      given.destroy();
      answer.flushHeaders();
      setTimeout(() => answer.destroy(), 50);
    });
    passedOn.on('error', () => answer.destroy());
    asked.pipe(passedOn);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fail(status: number) {
      failure = status;
    },
    sendOnlyHeads() {
      sendsOnlyHeads = true;
    },
    mend() {
      [failure, sendsOnlyHeads] = [null, false];
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
