import { createServer, connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A TCP connection to a store that a test can cut, freeze and mend, without touching the shared store. */
export interface FaultyLink {
  /** The store's address through this link. */
  through(url: string): string;
  /** Ends all connections and refuses new ones, as when the store is down. */
  cut(): void;
  /**
   * Lets nothing through any more, but keeps and accepts connections, as when the store is frozen; or in one direction
   * only, as when packets are lost on their way there or back.
   */
  freeze(direction?: Direction): void;
  /** Lets nothing through on the connections there are, for good; new ones pass, as after a machine was replaced. */
  vanish(): void;
  /** Passes bytes one by one, this many a second, as from an overloaded store. */
  trickle(bytesPerSecond: number): void;
  /** Delays everything by so many ms, give or take half of it, as on a network that loses packets. */
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
  let rate = Infinity;

  async function passSlowly(direction: Direction, chunk: Buffer, from: Socket, to: Socket) {
    from.pause();
    await wait(delay * (0.5 + Math.random()));
    let passed = 0;
    for (; passed < chunk.length && rate < Infinity && !to.destroyed; passed += 1) {
      to.write(chunk.subarray(passed, passed + 1));
      await wait(1000 / rate);
    }
    if (to.write(chunk.subarray(passed)) && !frozen.has(direction)) from.resume();
  }

  /** One direction of a connection. Delayed data is sent first, even when the link has been mended meanwhile. */
  function flow(direction: Direction, from: Socket, to: Socket) {
    let before: Promise<void> | null = null;
    from.on('data', (chunk: Buffer) => {
      if (!before && delay === 0 && rate === Infinity) {
        if (!to.write(chunk)) from.pause();
        return;
      }
      const own = (before ?? Promise.resolve()).then(() => passSlowly(direction, chunk, from, to));
      before = own;
      void own.then(() => {
        if (before === own) before = null;
      });
    });
  }

  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(Number(port), hostname);
    for (const [direction, from, to] of [
      ['there', near, far],
      ['back', far, near],
    ] as const) {
      open.set(from, direction);
      flow(direction, from, to);
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
    vanish() {
      for (const socket of open.keys()) socket.removeAllListeners('data').resume();
    },
    trickle(bytesPerSecond) {
      rate = bytesPerSecond;
    },
    slow(ms) {
      delay = ms;
    },
    mend() {
      isCut = false;
      frozen.clear();
      delay = 0;
      rate = Infinity;
      for (const socket of open.keys()) socket.resume();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open.keys()) socket.destroy();
      }),
  };
}
