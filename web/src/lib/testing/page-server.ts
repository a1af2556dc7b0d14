import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, vi } from 'vitest';

/** For a test file: this answers the page's calls to its server. */
export function withPageServer(answer: RequestListener) {
  const server = createServer(answer);

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init));
  });

  afterAll(() => {
    vi.unstubAllGlobals();
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
}
