import { createServer, connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A TCP connection to a store that a test can cut, freeze and mend, without touching the store that others use too. */
export interface FaultyLink {
  /** The same address, but through this link. */
  through(url: string): string;
  /** Ends all connections and refuses new ones, as when the store is down. */
  cut(): void;
  /**
   * Lets nothing through any more, but keeps and takes connections, as when the store is frozen; or only in one
   * direction, as when packets are lost on their way there or back.
   */
  freeze(direction?: Direction): void;
  /** Everything takes so many ms longer, give or take half of it, as over a network that loses packets. */
  slow(ms: number): void;
  mend(): void;
  close(): Promise<void>;
}

const directions = ['there', 'back'] as const;
type Direction = (typeof directions)[number];

export async function startFaultyLink(target: string): Promise<FaultyLink> {
  const { hostname, port } = new URL(target);
  const open = new Map<Socket, Direction>();
  const frozen = new Set<Direction>();
  let isCut = false;
  let delay = 0;

  async function pass(direction: Direction, chunk: Buffer, from: Socket, to: Socket) {
    if (delay > 0) {
      from.pause();
      await wait(delay * (0.5 + Math.random()));
      if (!frozen.has(direction)) from.resume();
    }
    if (!to.write(chunk)) from.pause();
  }

  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(Number(port), hostname);
    for (const [direction, from, to] of [
      ['there', near, far],
      ['back', far, near],
    ] as const) {
      open.set(from, direction);
      from.on('data', (chunk: Buffer) => void pass(direction, chunk, from, to));
      to.on('drain', () => !frozen.has(direction) && from.resume());
      from.on('error', () => {});
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
      if (frozen.has(direction)) from.pause();
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
      isCut = true;
      for (const socket of open.keys()) socket.destroy();
    },
    freeze(only) {
      for (const direction of only ? [only] : directions) frozen.add(direction);
      for (const [socket, direction] of open) if (frozen.has(direction)) socket.pause();
    },
    slow(ms) {
      delay = ms;
    },
    mend() {
      isCut = false;
      frozen.clear();
      delay = 0;
      for (const socket of open.keys()) socket.resume();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open.keys()) socket.destroy();
      }),
  };
}
