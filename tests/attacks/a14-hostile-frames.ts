import { describe, expect, test } from 'vitest';
import type { Product } from '../support/product.ts';
import { hostileConnection } from './hostile-connection.ts';
import { memoryInUse } from './memory.ts';
import { openRawWebSocket, type RawWebSocket } from './raw-websocket.ts';

const mebibyte = 1024 * 1024;

function fragments(raw: RawWebSocket, count: number) {
  raw.frame(1, '4', { final: false });
  for (let sent = 0; sent < count && raw.isOpen(); sent += 1) raw.frame(0, '2', { final: false });
}

/** Each of these ends its connection. */
const attacks: ((raw: RawWebSocket) => void)[] = [
  (raw) => raw.frame(1, `42["joinChats",["${'x'.repeat(2_000_000)}"]]`),
  (raw) => raw.frame(2, Buffer.alloc(2_000_000)),
  (raw) => raw.frame(1, 'x', { claimedLength: 2 ** 40 }),
  (raw) => raw.frame(1, Buffer.from([0xc3, 0x28, 0xff, 0xfe])),
  (raw) => raw.frame(0, 'a continuation of nothing'),
  (raw) => raw.frame(3, 'a kind that is not there'),
  (raw) => raw.frame(9, 'p'.repeat(200)),
  (raw) => raw.frame(8, Buffer.from([0])),
  (raw) => raw.frame(1, '42["x"'),
  (raw) => raw.frame(1, '451000000-["joinChats",{"_placeholder":true,"num":0}]'),
  (raw) => raw.frame(1, 'zzz'),
  // Leaves Socket.IO, but not the connection.
  (raw) => raw.frame(1, '41'),
  (raw) => fragments(raw, 100_000),
];

/**
 * CVE-2022-21676, CVE-2022-41940, CVE-2023-31125, CVE-2024-38355, CVE-2022-2421, CVE-2023-32695, CVE-2026-33151
 * (Socket.IO), CVE-2024-37890, CVE-2026-45736, CVE-2026-48779 (ws): a frame or a packet crashed the process or filled its memory.
 */
export function hostileFrames(product: () => Product): void {
  describe('hostile frames', () => {
    const world = hostileConnection(product);

    async function endures(attack: (raw: RawWebSocket) => void) {
      const raw = await world.connected();
      attack(raw);
      await expect.poll(() => raw.isOpen(), { timeout: 15_000 }).toBe(false);
      raw.close();
    }

    test('A14 frames that are too large, broken or endless are cut off', async () => {
      for (const attack of attacks) await endures(attack);
      await world.othersAreWell();
    });

    test('A14 frames like these cost no memory that stays', { timeout: 150_000 }, async () => {
      const rounds = async () => {
        for (let round = 0; round < 3; round += 1) await Promise.all(attacks.map(endures));
      };
      // The first rounds use memory that a process needs once, such as for compiled code.
      await rounds();
      await rounds();
      const before = await memoryInUse(product());
      const least = before.map(() => Number.POSITIVE_INFINITY);
      // Garbage is collected within the next rounds; a leak grows with each of them.
      const growth = async () => {
        await rounds();
        const now = await memoryInUse(product());
        now.forEach((bytes, index) => (least[index] = Math.min(least[index]!, bytes)));
        return Math.max(...least.map((bytes, index) => bytes - before[index]!)) / mebibyte;
      };
      await expect.poll(growth, { timeout: 90_000, interval: 500 }).toBeLessThan(20);
      await world.othersAreWell();
    });

    test('A14 there is no long polling to be flooded', async () => {
      const { request } = world.mallory.api;
      for (const query of ['EIO=4&transport=polling', 'EIO=4&transport=polling&sid=x', 'EIO=99&transport=x', '']) {
        const asked = await Promise.all([
          ...Array.from({ length: 20 }, () => request('GET', `/socket.io/?${query}`)),
          ...['4', '4zzz', '\u001e'.repeat(5000), 'b////'].map((body) => request('POST', `/socket.io/?${query}`, body)),
        ]);
        for (const { status } of asked) expect([query, status >= 400 && status < 500]).toEqual([query, true]);
      }
      await world.othersAreWell();
    });

    test('A14 a WebSocket of another kind of Engine.IO, or with an odd key, is none', async () => {
      const { origins } = product();
      for (const query of [
        'EIO=99&transport=websocket',
        'EIO=4&transport=polling',
        'EIO=4&transport=__proto__',
        'EIO=4&transport=websocket&sid=x',
        '',
      ]) {
        const raw = await openRawWebSocket(origins[0]!, `/socket.io/?${query}`);
        await expect.poll(() => raw.isOpen(), { timeout: 10_000 }).toBe(false);
        raw.close();
      }
      for (const headers of [
        { 'Sec-WebSocket-Key': 'x' },
        { 'Sec-WebSocket-Version': '7' },
        { 'Sec-WebSocket-Extensions': 'permessage-deflate; server_max_window_bits=99' },
      ] as Record<string, string>[]) {
        const raw = await openRawWebSocket(origins[0]!, undefined, headers);
        expect(raw.answer).not.toMatch(/^HTTP\/1\.1 5/);
        expect(raw.answer).not.toMatch(/permessage-deflate/i);
        raw.close();
      }
      await world.othersAreWell();
    });

    test('A14 strangers who send without end are cut off before much of it is looked at, and nobody else is', async () => {
      for (const packet of ['40{}', '40/elsewhere,']) {
        const raw = await openRawWebSocket(product().origins[0]!);
        for (let sent = 0; sent < 5000; sent += 1) raw.frame(1, packet);
        await expect.poll(() => raw.isOpen(), { timeout: 15_000 }).toBe(false);
        expect(raw.heard().split('44{').length).toBeLessThan(100);
        raw.close();
      }
      await world.othersAreWell();
    });

    test('A14 sockets that never say who they are do not stay', async () => {
      const raw = await openRawWebSocket(product().origins[0]!);
      await expect.poll(() => raw.isOpen(), { timeout: 25_000, interval: 200 }).toBe(false);
    });
  });
}
