import { answerFrame, leavingFrame, tellFrame } from '@koinonia/kit/trunk/trunk-frames.ts';
import type { FrameLine } from '@koinonia/kit/trunk/frame-line.ts';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { openSocket, type RawClient } from '../testing/raw-client.ts';
import { startGateway, type TestGateway } from '../testing/start-gateway.ts';
import { type Called, startTrunkNode, type TrunkNode } from '../testing/trunk-node.ts';

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close();
});

const answerWell = ({ number }: Called, trunk: FrameLine) =>
  trunk.send(...answerFrame(number, { status: 201, body: Buffer.from('{"by":"trunk"}') }));

async function startNode(onCall: (called: Called, trunk: FrameLine) => void = answerWell): Promise<TrunkNode> {
  const node = await startTrunkNode(onCall);
  toClose.push(node.close);
  return node;
}

async function startOver(...nodes: TrunkNode[]): Promise<TestGateway> {
  const gateway = await startGateway({ CHAT_URL: nodes.map(({ url }) => url).join() });
  toClose.push(gateway.close);
  return gateway;
}

const say = (gateway: TestGateway, body: unknown = { chatId: 'c', text: 'Peace', clientId: 'one' }, type?: string) =>
  gateway.call('/api/chat/send', {
    method: 'POST',
    headers: { 'content-type': type ?? 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

/** Sends until one call has gone by the trunk: until the trunk is open, calls go by HTTP. */
async function overTrunk(gateway: TestGateway, node: TrunkNode): Promise<void> {
  await eventually(async () => {
    await say(gateway);
    expect(node.calls.length).toBeGreaterThan(0);
  });
  node.calls.length = 0;
  node.asked.length = 0;
}

/** Sends until the trunks to all these nodes are open. */
async function overTrunks(gateway: TestGateway, ...nodes: TrunkNode[]): Promise<void> {
  await eventually(async () => {
    await say(gateway);
    expect(nodes.map(({ trunks }) => trunks.length)).toEqual(nodes.map(() => 1));
  });
  for (const node of nodes) node.calls.length = 0;
}

describe('calls', () => {
  test('a send goes by the trunk, with who calls and the id that its log lines carry; its answer comes back', async () => {
    const node = await startNode();
    const gateway = await startOver(node);
    await overTrunk(gateway, node);
    const answer = await say(gateway, { text: 'Šalom' });
    expect([answer.status, await answer.json()]).toEqual([201, { by: 'trunk' }]);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(node.calls).toMatchObject([{ body: '{"text":"Šalom"}', head: { statement: expect.stringMatching(/^ey/) } }]);
    expect(node.calls[0]?.head.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(node.asked).toEqual([]);
  });

  test('a refusal is passed on, with when to come again', async () => {
    const refusal = { status: 503, retryAfter: 2, body: Buffer.from('{"error":"Away.","code":"unavailable"}') };
    const node = await startNode(({ number }, trunk) => trunk.send(...answerFrame(number, refusal)));
    const gateway = await startOver(node);
    await overTrunk(gateway, node);
    const answer = await say(gateway);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await answer.json()).toEqual({ error: 'Away.', code: 'unavailable' });
  });

  test('what is not said to be JSON, and every other call, goes by HTTP', async () => {
    const node = await startNode();
    const gateway = await startOver(node);
    await overTrunk(gateway, node);
    await say(gateway, 'text=Peace', 'application/x-www-form-urlencoded');
    await gateway.call('/api/chat');
    expect(node.asked).toEqual(['/api/chat/send', '/api/chat']);
    expect(node.calls).toEqual([]);
  });

  test('a node that is leaving is called by HTTP, until it accepts nothing any more', async () => {
    const node = await startNode();
    const gateway = await startOver(node);
    await overTrunk(gateway, node);
    node.trunks[0]?.send(...leavingFrame());
    await eventually(async () => {
      await say(gateway);
      expect(node.asked.length).toBeGreaterThan(0);
    });
  });

  test('of two nodes, the one whose trunk breaks in the middle of a send that may be repeated is followed by the other', async () => {
    let hasBroken = false;
    const breakOnce = (called: Called, trunk: FrameLine) => {
      if (!called.body.includes('breaks') || hasBroken) return answerWell(called, trunk);
      hasBroken = true;
      trunk.destroy();
    };
    const nodes = [await startNode(breakOnce), await startNode(breakOnce)] as const;
    const gateway = await startOver(...nodes);
    await overTrunks(gateway, ...nodes);
    const answer = await say(gateway, { text: 'breaks', clientId: 'one' });
    expect([answer.status, hasBroken]).toEqual([201, true]);
    expect(nodes.flatMap(({ calls }) => calls).filter(({ body }) => body.includes('breaks'))).toHaveLength(2);
  });

  test('a send that may not be repeated is told to have an unknown end, and is not sent twice', async () => {
    const node = await startNode((called, trunk) =>
      called.body.includes('breaks') ? trunk.destroy() : answerWell(called, trunk),
    );
    const gateway = await startOver(node);
    await overTrunk(gateway, node);
    const answer = await say(gateway, { text: 'breaks' });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([503, 'unavailable']);
    expect(node.calls).toHaveLength(1);
    expect(node.asked).toEqual([]);
    await overTrunk(gateway, node);
  });
});

describe('sends to two nodes', () => {
  /** A gateway over two nodes: the first by name, whose answers may be held back, and the other. */
  async function startTwo() {
    let isHeld = false;
    let fails = false;
    const start = async () => {
      const node: TrunkNode = await startNode((called, trunk) => {
        if (node !== first || !(isHeld || fails)) answerWell(called, trunk);
        else if (fails) trunk.send(...answerFrame(called.number, { status: 503, body: Buffer.from('{}') }));
      });
      return node;
    };
    const [first, other] = [await start(), await start()].toSorted((one, two) => (one.url < two.url ? -1 : 1)) as [
      TrunkNode,
      TrunkNode,
    ];
    const gateway = await startOver(first, other);
    await overTrunks(gateway, first, other);
    const answers: Promise<Response>[] = [];
    return {
      gateway,
      first,
      other,
      hold: () => (isHeld = true),
      fail: () => (fails = true),
      /** Sends without waiting for the answer. */
      sayOn: () => void answers.push(say(gateway)),
      /** Breaks the first node's trunk, so that the other gets what was not answered. */
      async allAnswered() {
        isHeld = false;
        first.trunks[0]?.destroy();
        return (await Promise.all(answers)).map(({ status }) => status);
      },
    };
  }

  test('gather at the same one through every gateway, where they are committed together', async () => {
    const { gateway, first, other } = await startTwo();
    const another = await startOver(other, first);
    await eventually(async () => {
      await say(another);
      expect([first, other].map(({ trunks }) => trunks.length)).toEqual([2, 2]);
    });
    other.calls.length = 0;
    for (let count = 0; count < 10; count += 1) await Promise.all([say(gateway), say(another)]);
    expect(other.calls).toEqual([]);
    expect(first.calls.length).toBeGreaterThanOrEqual(20);
  });

  test('go to the other one soon after the first has stopped answering', async () => {
    const { first, other, hold, sayOn, allAnswered } = await startTwo();
    hold();
    // Before the first unanswered one is given up after 10 s, and repeated at the other.
    await eventually(
      () => {
        sayOn();
        expect(other.calls.length).toBeGreaterThan(0);
      },
      { timeout: 8000, interval: 100 },
    );
    expect(first.calls.length).toBeGreaterThan(0);
    expect(new Set(await allAnswered())).toEqual(new Set([201]));
  });

  test('go to the other one when the first has lost its database', async () => {
    const { gateway, other, fail } = await startTwo();
    fail();
    await eventually(async () => {
      expect((await say(gateway)).status).toBe(503);
      expect((await say(gateway)).status).toBe(201);
    });
    expect(other.calls.length).toBeGreaterThan(0);
  });

  test('go to the other one, too, when more wait than are committed at once', async () => {
    const { first, other, hold, sayOn, allAnswered } = await startTwo();
    hold();
    for (let count = 0; count < 230; count += 1) sayOn();
    await eventually(() => expect(first.calls.length + other.calls.length).toBe(230));
    expect(first.calls.length).toBeLessThanOrEqual(200);
    expect(new Set(await allAnswered())).toEqual(new Set([201]));
  });
});

describe('sockets', () => {
  const text = (words: string) => Buffer.concat([Buffer.of(0x81, words.length), Buffer.from(words)]);

  async function socketsOver(node: TrunkNode, count: number) {
    const gateway = await startOver(node);
    // If the trunk is not open in time, the gateway works without it and tries again later.
    await overTrunk(gateway, node);
    const clients: RawClient[] = [];
    for (let number = 0; number < count; number += 1) {
      const client = openSocket(gateway.url);
      toClose.push(() => client.socket.destroy());
      clients.push(client);
      await eventually(() => expect(node.sockets).toHaveLength(number + 1));
      await eventually(() => expect(client.received()).toContain('\r\n\r\n'));
    }
    return { gateway, clients };
  }
  const heard = (client: RawClient) => client.received().split('\r\n\r\n').slice(1).join('');

  test('those that a trunk names hear what it tells, in its order; others do not', async () => {
    const node = await startNode();
    const { clients } = await socketsOver(node, 3);
    const [ben, eva, ruth] = node.sockets.map(({ number }) => number) as [number, number, number];
    node.trunks[0]?.send(...tellFrame([ben, eva], text('one')));
    node.trunks[0]?.send(...tellFrame([eva, 4_000_000], text('two')));
    node.trunks[0]?.send(...tellFrame([ben, eva, ruth], text('three')));
    await eventually(() =>
      expect(clients.map(heard)).toEqual([
        '\x81\x03one\x81\x05three',
        '\x81\x03one\x81\x03two\x81\x05three',
        '\x81\x05three',
      ]),
    );
  });

  test('nothing is said within a message that comes by the socket’s own connection', async () => {
    const node = await startNode();
    const { clients } = await socketsOver(node, 2);
    const [first, second] = node.sockets as [TrunkNode['sockets'][0], TrunkNode['sockets'][0]];
    const message = text('a message of its own');
    first.socket.write(message.subarray(0, 7));
    await eventually(() => expect(heard(clients[0]!)).toHaveLength(7));
    node.trunks[0]?.send(...tellFrame([first.number, second.number], text('told')));
    await eventually(() => expect(heard(clients[1]!)).toBe('\x81\x04told'));
    expect(heard(clients[0]!)).toHaveLength(7);
    first.socket.write(message.subarray(7));
    await eventually(() => expect(heard(clients[0]!)).toBe('\x81\x14a message of its own\x81\x04told'));
  });

  test('when the trunk ends, those that came by it are ended too, so that they come back and catch up', async () => {
    const node = await startNode();
    const { clients } = await socketsOver(node, 2);
    node.trunks[0]?.destroy();
    await Promise.all(clients.map(({ closed }) => closed));
  });

  test('a browser that reads nothing is cut, and holds nobody up', async () => {
    const node = await startNode();
    const { clients, gateway } = await socketsOver(node, 2);
    const [slow, quick] = clients as [RawClient, RawClient];
    slow.socket.pause();
    const numbers = node.sockets.map(({ number }) => number);
    const block = Buffer.concat([Buffer.of(0x82, 126, 0xff, 0xff), Buffer.alloc(65_535)]);
    let cut = false;
    node.sockets[0]?.socket.once('close', () => (cut = true));
    let told = 0;
    await eventually(
      () => {
        node.trunks[0]?.send(...tellFrame(numbers, block));
        told += block.length;
        expect(cut).toBe(true);
      },
      { interval: 5 },
    );
    await eventually(() => expect(heard(quick).length).toBe(told));
    expect(await (await fetch(`${gateway.url}/metrics`)).text()).toMatch(/^gateway_slow_sockets_total\S* 1$/m);
  });
});
