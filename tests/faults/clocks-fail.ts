import { expect } from 'vitest';
import { signInByBrowser } from '../support/browser-session.ts';
import { openSocket } from '../support/live-socket.ts';
import { people, type Person } from '../support/people.ts';
import type { Fault, Scene } from './fault.ts';

const tenMinutes = 600_000;
/** Ms by which the time of a message may differ because of a busy machine, without a wrong clock. */
const busy = 30_000;

export const clocksFail: readonly Fault[] = [
  {
    id: 'T9',
    title: 'clocks of two chat nodes, a gateway and identity are ten minutes wrong either way; two are set back by 20',
    passes: 'nobody is refused or has to connect again, newcomers come in, times are those of the database',
    async happens(scene) {
      const { cluster, talk, random } = scene;
      const [ahead, behind] = cluster.chatNodes;
      const [gateway, other] = cluster.gateways;
      if (!ahead || !behind || !gateway || !other) throw new Error('two of each are needed');
      await random.moment();
      const gatewayIs = random.pick([tenMinutes, -tenMinutes]);
      await cluster.shiftClock(ahead, tenMinutes);
      await cluster.shiftClock(behind, -tenMinutes);
      await cluster.shiftClock(gateway, gatewayIs);
      await cluster.shiftClock(cluster.identity, -gatewayIs);
      await talk.flows(20);
      await newcomersTalk(scene);
      await random.moment();
      await cluster.shiftClock(ahead, -tenMinutes);
      await cluster.shiftClock(gateway, -tenMinutes);
      await talk.flows(20);
      await newcomersTalk(scene);
    },
    afterwards: ({ talk }) => expect(talk.reconnections()).toBe(0),
  },
  {
    id: 'T9b',
    title: 'a chat node and a gateway start with clocks that are ten minutes wrong, and are never put right',
    passes: 'nobody is refused, newcomers come in, times are those of the database',
    async happens(scene) {
      const { cluster, talk, random } = scene;
      const wrong = random.pick([tenMinutes, -tenMinutes]);
      for (const process of [random.pick(cluster.chatNodes), random.pick(cluster.gateways)]) {
        await cluster.shiftClock(process, wrong);
        await process.stop();
        await process.start();
      }
      await talk.flows(40);
      await newcomersTalk(scene);
    },
  },
];

/** Enough that every gateway and chat node gets some, with either kind of token. */
async function newcomersTalk({ cluster }: Scene): Promise<void> {
  const [host, ...guests] = (await people(cluster, 6)) as [Person, ...Person[]];
  const browsers = await Promise.all(cluster.origins.map(() => signInByBrowser(cluster)));
  const tokens = [host, ...guests, ...browsers].map(({ token }) => token);
  const sockets = await Promise.all(
    tokens.map((token, turn) => openSocket(cluster.origins[turn % cluster.origins.length]!, token)),
  );
  try {
    const chat = await host.groupChatWith(guests, 'Newcomers');
    for (const person of [host, ...guests]) await person.send(chat, `${person.name} is here`);
    const times = (await host.messages(chat)).map(({ createdAt }) => Date.parse(createdAt));
    expect(times).toHaveLength(1 + guests.length);
    expect(times).toEqual(times.toSorted((one, next) => one - next));
    for (const time of times) expect(Math.abs(Date.now() - time)).toBeLessThan(busy);
    expect(sockets.map((socket) => socket.isConnected())).not.toContain(false);
  } finally {
    for (const socket of sockets) socket.close();
  }
}
