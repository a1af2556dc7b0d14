import { createServer, connect, type Socket } from 'node:net';

/** A TCP connection to a store that a test can cut, freeze and mend, without touching the store that others use too. */
export interface FaultyLink {
  /** The same address, but through this link. */
  through(url: string): string;
  /** Ends all connections and refuses new ones, as when the store is down. */
  cut(): void;
  /** Lets nothing through any more, but keeps and takes connections, as when the store is frozen. */
  freeze(): void;
  mend(): void;
  close(): Promise<void>;
}

type State = 'whole' | 'cut' | 'frozen';

export async function startFaultyLink(target: string): Promise<FaultyLink> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let state: State = 'whole';

  const server = createServer((near) => {
    if (state === 'cut') return void near.destroy();
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on('data', (chunk) => {
        if (!to.write(chunk)) from.pause();
      });
      to.on('drain', () => state === 'whole' && from.resume());
      from.on('error', () => {});
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
      if (state === 'frozen') from.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const ownPort = typeof address === 'object' && address ? address.port : 0;

  return {
    through(url) {
      const address = new URL(url);
      address.hostname = '127.0.0.1';
      address.port = String(ownPort);
      return address.href;
    },
    cut() {
      state = 'cut';
      for (const socket of open) socket.destroy();
    },
    freeze() {
      state = 'frozen';
      for (const socket of open) socket.pause();
    },
    mend() {
      state = 'whole';
      for (const socket of open) socket.resume();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
