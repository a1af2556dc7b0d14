import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Fault } from './fault.ts';

const fiveSeconds = 5000;

export const processesFail: readonly Fault[] = [
  {
    id: 'T1',
    title: 'a chat node is killed in the middle of sends, and comes back',
    passes: 'who is on another node hears no gap longer than 5 s',
    async happens({ cluster, talk, random }) {
      const node = random.pick(cluster.chatNodes);
      await random.moment();
      await node.kill();
      await talk.flows(40);
      await random.moment();
      await node.start();
    },
    afterwards: ({ talk }) => expect(talk.longestSilence()).toBeLessThan(fiveSeconds),
  },
  {
    id: 'T2',
    title: 'every chat node and gateway is restarted in turn, as for a new version',
    passes: 'each ends with 0 within 10 s; no send fails more than once',
    async happens({ cluster, talk, random }) {
      for (const process of [...cluster.chatNodes, ...cluster.gateways]) {
        await random.moment(0, 500);
        // An exit code of 1 would mean that it was ended after 9 s.
        const asked = Date.now();
        expect(await process.stop()).toBe(0);
        expect(Date.now() - asked).toBeLessThan(10_000);
        await process.start();
        await talk.flows(10);
      }
    },
    afterwards: ({ talk }) => expect(talk.mostTries()).toBeLessThanOrEqual(2),
  },
  {
    id: 'T19',
    title: 'a chat node hangs for 3 s; another has hardly any memory all the time',
    passes: 'no process ends, nobody has to connect again',
    async happens({ cluster, random }) {
      const node = random.pick(cluster.chatNodes);
      await random.moment();
      node.freeze();
      await wait(3000);
      node.thaw();
    },
    afterwards: ({ talk }) => expect(talk.reconnections()).toBe(0),
  },
  {
    id: 'T21',
    title: 'identity or groups, of which there is one each, is killed and comes back',
    passes: '',
    async happens({ cluster, talk, random }) {
      const process = random.pick([cluster.identity, cluster.groups]);
      await random.moment();
      await process.kill();
      await random.moment(1000, 4000);
      await process.start();
      await talk.flows(20);
    },
  },
  {
    id: 'T22',
    title: 'all processes and both stores are killed at once in the middle of a stream of sends',
    passes: '',
    async happens({ cluster, random }) {
      await random.moment();
      await Promise.all([
        ...cluster.processes.map((process) => process.kill()),
        cluster.redis.kill(),
        cluster.postgres.crash(),
      ]);
      await Promise.all([cluster.redis.start(), cluster.postgres.answering()]);
      await Promise.all(cluster.processes.map((process) => process.start()));
    },
  },
];
