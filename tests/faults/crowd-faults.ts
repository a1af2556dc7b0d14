import { setTimeout as wait } from 'node:timers/promises';
import { maxTextLength } from '@koinonia/contracts/chat.ts';
import { expect } from 'vitest';
import type { Cluster } from '../support/cluster.ts';
import type { ClientSocket } from '../support/live-socket.ts';
import { isLong } from '../support/long-form.ts';
import { memoryOf, totalOf } from '../support/metrics.ts';
import { until } from '../support/until.ts';
import { gather, type Gathering, stopReading } from './crowd.ts';
import type { Random } from './random.ts';

interface CrowdScene {
  readonly cluster: Cluster;
  readonly gathering: Gathering;
  readonly random: Random;
}

/** A fault that needs many sockets. Resolves with the ms until all were back. */
interface CrowdFault {
  readonly id: string;
  readonly title: string;
  readonly passes: string;
  happens(scene: CrowdScene): Promise<number>;
}

const longText = '\u{1F64F}'.repeat(maxTextLength);
/** Maximum memory in MB of a process without sockets, and for each socket. */
const baseMemory = 250;
const memoryOfSocket = 0.1;

export const crowdFaults: readonly CrowdFault[] = [
  {
    id: 'T13',
    title: 'one message to a crowd that was silent',
    passes: 'all hear it once; nodes and gateways need less than 100 kB a socket',
    async happens({ cluster, gathering }) {
      const sent = Date.now();
      await allHearOnce(cluster, gathering);
      const took = Date.now() - sent;
      for (const megabytes of await memories(cluster)) {
        expect(megabytes).toBeLessThan(baseMemory + gathering.crowd.sockets.length * memoryOfSocket);
      }
      return took;
    },
  },
  {
    id: 'T8',
    title: 'one of two gateways is killed under a crowd, and comes back',
    passes: 'all are back within 15 s, no connection to a chat node is left over',
    async happens({ cluster, gathering, random }) {
      const gateway = random.pick(cluster.gateways);
      await random.moment();
      await gateway.kill();
      await random.moment();
      await gateway.start();
      const took = await timed(() => gathering.crowd.allBack(15_000));
      await allHearOnce(cluster, gathering);
      return took;
    },
  },
  {
    id: 'T14',
    title: 'a whole crowd is cut at once, and comes back at once',
    passes: 'all are back within 30 s; whoever sends meanwhile is answered',
    async happens({ cluster, gathering, random }) {
      await random.moment();
      await Promise.all(cluster.gateways.map((gateway) => gateway.kill()));
      await Promise.all(cluster.gateways.map((gateway) => gateway.start()));
      const took = await timed(() =>
        Promise.all([gathering.crowd.allBack(30_000), gathering.host.send(gathering.chat, 'Is everybody here?')]),
      );
      await allHearOnce(cluster, gathering);
      return took;
    },
  },
  {
    id: 'T7',
    title: 'half of the devices in a chat stop reading while much is said',
    passes: 'no process grows by 100 MB; they are cut, the others hear everything; all are back when they read again',
    async happens({ cluster, gathering }) {
      const talkative = await gather(cluster, isLong ? { people: 10, devices: 10 } : { people: 4, devices: 6 });
      const { sockets } = talkative.crowd;
      const slow = sockets.filter((_, index) => index % 2 === 0);
      const reading = sockets.filter((_, index) => index % 2 === 1);
      // A process that has never been busy first grows to its working size; that growth is not counted.
      let turns = 0;
      const heardByAll = await talkUntil(talkative, async () => (turns += 1) >= 40);
      await until(() => expect(talkative.crowd.heard(heardByAll).by).toBe(sockets.length), 30_000);
      const [before, cutBefore] = await Promise.all([memories(cluster), cutSoFar(cluster)]);
      const readAgain = slow.map(stopReading);
      const cut = new Set<ClientSocket>();
      slow.forEach((socket) => socket.once('disconnect', () => cut.add(socket)));
      // On a busy machine this process itself may read too late: then sockets besides the slow ones are cut.
      let late = 0;
      reading.forEach((socket) => socket.on('disconnect', () => (late += 1)));
      const last = await talkUntil(talkative, async () => (await cutSoFar(cluster)) - late >= cutBefore + slow.length);
      const after = await memories(cluster);
      after.forEach((megabytes, index) => expect(megabytes - before[index]!).toBeLessThan(100));
      await until(() => expect(talkative.crowd.heard(last).by).toBeGreaterThanOrEqual(reading.length), 10_000);
      readAgain.forEach((read) => read());
      const took = await timed(async () => {
        await until(() => expect(cut.size).toBe(slow.length), 30_000);
        await talkative.crowd.allBack(30_000);
      });
      talkative.crowd.end();
      await allHearOnce(cluster, gathering);
      return took;
    },
  },
];

/** Everyone gets one message once, and the gateways have no connections left for sockets that ended. */
async function allHearOnce(cluster: Cluster, { crowd, host, chat }: Gathering): Promise<void> {
  const message = await host.send(chat, 'Supper is ready');
  const all = crowd.sockets.length;
  await until(() => expect(crowd.heard(message)).toEqual({ by: all, twice: false }), 10_000);
  await until(async () => expect(await totalOf(cluster.gateways, 'gateway_upstream_sockets')).toBe(all), 10_000);
}

async function timed(what: () => Promise<unknown>): Promise<number> {
  const began = Date.now();
  await what();
  return Date.now() - began;
}

/** Sockets cut so far because they did not read: chat nodes and gateways each cut those to which they write directly. */
async function cutSoFar({ chatNodes, gateways }: Cluster): Promise<number> {
  const [byNodes, byGateways] = await Promise.all([
    totalOf(chatNodes, 'chat_sockets_cut_total'),
    totalOf(gateways, 'gateway_slow_sockets_total'),
  ]);
  return byNodes + byGateways;
}

const memories = ({ chatNodes, gateways }: Cluster) => Promise.all([...chatNodes, ...gateways].map(memoryOf));

/** Sends long texts, at most 200 per second, until the condition holds. Resolves with the last one. */
async function talkUntil({ host, chat }: Gathering, isSo: () => Promise<boolean>) {
  const giveUpAt = Date.now() + 150_000;
  for (;;) {
    const said = await Promise.all(Array.from({ length: 10 }, () => host.send(chat, longText)));
    if (await isSo()) return said.at(-1)!;
    await wait(50);
    if (Date.now() > giveUpAt) throw new Error('those who do not read were not cut');
  }
}
