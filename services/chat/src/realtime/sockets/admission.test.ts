import { signSessionToken } from '@koinonia/kit/auth/session-token.ts';
import { Manager } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { connectSocket, type LiveSocket } from '../../testing/live-socket.ts';
import { numbers } from '../../testing/numbers.ts';
import { startWorld, type World } from '../../testing/world.ts';

describe('who may connect', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ redisUrl: null });
  });
  afterAll(() => world.close());
  const url = () => world.nodes[0]!.url;
  const refusal = async (token: unknown) =>
    (await connectSocket(url(), token).then(
      () => ({ data: 'let in' }),
      (error: unknown) => error,
    )) as { data: { code: string } };

  test('nobody without a good token', async () => {
    const ruth = world.person();
    const foreign = await signSessionToken('another secret that is long enough for it', ruth);
    const ended = world.person();
    world.identity.endSession(ended.sessionId);
    for (const token of [undefined, null, '', 'x', 7, {}, ['x'], foreign.token, await ended.token()]) {
      expect((await refusal(token)).data).toEqual({ error: expect.any(String), code: 'unauthenticated' });
    }
    expect((await refusal(await world.issuer.sign({ exp: 1 }))).data.code).toBe('unauthenticated');
    expect((await refusal(await world.issuer.sign({ email: 'x@elsewhere.example' }))).data.code).toBe(
      'domain_restricted',
    );
    world.identity.deactivate(ruth.uid);
    expect((await refusal(await ruth.token())).data.code).toBe('account_deactivated');
  });

  test('the holder of an ID token, until it runs out', async () => {
    // On a busy machine, one may have run out before its socket is connected.
    const { exp, ended } = await eventually(async () => {
      const exp = Math.floor(Date.now() / 1000) + 2;
      const { socket } = await connectSocket(url(), await world.issuer.sign({ exp }));
      if (!socket.connected) throw new Error('It has run out already.');
      return { exp, ended: new Promise<number>((resolve) => socket.once('disconnect', () => resolve(Date.now()))) };
    });
    const uid = world.identity.uidOf('sub-of-ruth');
    expect(uid).toEqual(expect.any(String));
    const endedAt = await ended;
    expect(endedAt).toBeGreaterThanOrEqual(exp * 1000);
    expect(endedAt).toBeLessThan((exp + 30) * 1000);
  });

  test('not by long-polling', async () => {
    expect((await fetch(`${url()}/socket.io/?EIO=4&transport=polling`)).status).toBe(400);
    expect((await fetch(`${url()}/socket.io/socket.io.js`)).status).toBe(400);
  });

  test('whose session and socket have ended is not asked about any more', async () => {
    const [ruth, ben] = world.people(2);
    const { socket } = await ruth.connect();
    await ben.connect();
    const asked = () => world.identity.sessionsAsked();
    await eventually(() => expect(asked()).toEqual(expect.arrayContaining([ruth.sessionId, ben.sessionId])));
    world.identity.endSession(ruth.sessionId);
    await eventually(() => expect(asked()).not.toContain(ruth.sessionId));
    expect(asked()).toContain(ben.sessionId);
    expect(socket.connected).toBe(false);
  });

  test('a session that ended takes its sockets along, and no others', async () => {
    const ruth = world.person();
    const ben = world.person();
    const [ended, other] = [await ruth.connect(), await ben.connect()];
    world.identity.endSession(ruth.sessionId);
    await eventually(() => expect(ended.socket.connected).toBe(false));
    expect(other.socket.connected).toBe(true);
  });

  test('somebody who was deactivated loses all sockets at once when the bus says so', async () => {
    const ruth = world.person();
    const sockets = [await ruth.connect(), await ruth.connect()];
    await world.nodes[0]!.bus.publish('accessEnded', { sessions: [], people: [ruth.uid] });
    for (const { socket } of sockets) await eventually(() => expect(socket.connected).toBe(false));
  });

  /** A connection without a token, with the packets that came over it. */
  async function stranger() {
    const manager = new Manager(url(), { transports: ['websocket'], reconnection: false, autoConnect: false });
    const packets: string[] = [];
    let isOpen = true;
    await new Promise<void>((resolve, reject) => manager.open((error) => (error ? reject(error) : resolve())));
    const { engine } = manager;
    engine.on('data', (packet: string) => packets.push(packet));
    engine.on('close', () => (isOpen = false));
    return { engine, packets, isOpen: () => isOpen };
  }

  test('one connection has one try, however many it makes at once', async () => {
    const token = await world.person().token();
    const { engine, packets } = await stranger();
    for (const _n of numbers(50)) engine.write(`0${JSON.stringify({ token })}`);
    await eventually(() => expect(packets).toHaveLength(50));
    expect(packets.filter((packet) => packet.startsWith('0'))).toHaveLength(1);
    expect(packets.filter((packet) => packet.startsWith('4'))).toHaveLength(49);
    engine.close();
  });

  test.each(['0', '0{}', '0/elsewhere,'])(
    'a stranger who sends without end is cut off, before much of it is looked at: %s',
    async (packet) => {
      const { engine, packets, isOpen } = await stranger();
      for (const _n of numbers(5000)) engine.write(packet);
      await eventually(() => expect(isOpen()).toBe(false));
      expect(packets.length).toBeLessThanOrEqual(50);
    },
  );

  test('who leaves Socket.IO does not keep the connection', async () => {
    const ruth = world.person();
    const { socket } = await ruth.connect();
    const { engine } = socket.io;
    const ended = new Promise((resolve) => engine.once('close', resolve));
    engine.write('1');
    await ended;
    await eventually(() => expect(socket.connected).toBe(true));
    // As in the web client: the connection ends with its socket, and the next socket opens another one.
    socket.disconnect().connect();
    await eventually(() => expect(socket.connected).toBe(true));
  });

  test('one person has 30 sockets at most; the oldest goes, and with their access all others', async () => {
    const ruth = world.person();
    const sockets: LiveSocket[] = [];
    for (const _n of numbers(31)) sockets.push(await ruth.connect());
    await eventually(() => expect(sockets[0]!.socket.connected).toBe(false));
    expect(sockets.slice(1).every(({ socket }) => socket.connected)).toBe(true);
    await world.nodes[0]!.bus.publish('accessEnded', { sessions: [], people: [ruth.uid] });
    await eventually(() => expect(sockets.filter(({ socket }) => socket.connected)).toEqual([]));
  });

  test('a socket that sends without end is ended', async () => {
    const { socket } = await world.person().connect();
    for (const _n of numbers(1000)) socket.emit('no such event', 'x');
    await eventually(() => expect(socket.connected).toBe(false));
  });

  test('a message larger than any that we know ends the connection', async () => {
    const { socket } = await world.person().connect();
    socket.io.reconnection(false);
    socket.emit('joinChats', ['x'.repeat(600_000)]);
    await eventually(() => expect(socket.connected).toBe(false));
  });
});
