import { connect, createServer, type Socket } from 'node:net';

/** Reserves an address before its server exists, for two services that need each other's address. */
export async function addressInAdvance() {
  let target: URL | null = null;
  const open = new Set<Socket>();
  const server = createServer((near) => {
    if (!target) return void near.destroy();
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => open.delete(from));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    leadsTo: (url: string) => void (target = new URL(url)),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
