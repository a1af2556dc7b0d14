import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { isLong } from '../support/long-form.ts';
import { needOf } from '../support/metrics.ts';
import type { Fault, Scene } from './fault.ts';

/** Ms until a frozen store must be reported (5 s: a statement's 4.5 s, and the call), plus time for a busy machine. */
const toldWithin = 8000;

const nobodyCameBack = ({ talk }: Scene) => expect(talk.reconnections()).toBe(0);
const allWereTold = ({ talk }: Scene) => expect(talk.longestAnswer()).toBeLessThan(toldWithin);

export const storesFail: readonly Fault[] = [
  {
    id: 'T3',
    title: 'Redis is killed and comes back empty, after 1 s and after longer',
    passes: 'no process ends, nobody has to connect again',
    async happens({ cluster, talk, random }) {
      for (const away of [1000, random.between(1000, isLong ? 20_000 : 4000)]) {
        await random.moment();
        await cluster.redis.outage(away);
        await talk.flows(20);
      }
    },
    afterwards: nobodyCameBack,
  },
  {
    id: 'T3b',
    title: 'the last words are said while Redis is away',
    passes: 'they are shown though nothing is said after them',
    async happens({ cluster, talk, random }) {
      await random.moment();
      await cluster.redis.kill();
      await talk.flows(20);
      await talk.fallsSilent();
      await random.moment();
      await cluster.redis.start();
    },
    afterwards: nobodyCameBack,
  },
  {
    id: 'T4',
    title: 'Redis hangs; then it drops everyone who listens, every 2 s',
    passes: 'no node grows by 50 MB, nobody has to connect again',
    async happens({ cluster, talk, random }) {
      await random.moment();
      const before = await Promise.all(cluster.chatNodes.map(needOf));
      cluster.redis.freeze();
      await wait(isLong ? 27_000 : 3000);
      const after = await Promise.all(cluster.chatNodes.map(needOf));
      cluster.redis.thaw();
      after.forEach((megabytes, node) => expect(megabytes - before[node]!).toBeLessThan(50));
      for (let times = 0; times < (isLong ? 5 : 2); times += 1) {
        await cluster.redis.dropSubscribers();
        await wait(2000);
      }
      await talk.flows(20);
    },
    afterwards: nobodyCameBack,
  },
  {
    id: 'T5',
    title: 'PostgreSQL is killed, alone or with all its connections, and recovers',
    passes: 'no process ends, nobody waits long for an answer or has to connect again',
    async happens({ cluster, talk, random }) {
      for (let times = 0; times < 2; times += 1) {
        await random.moment();
        await cluster.postgres.crash(random.pick(['SIGQUIT', 'SIGKILL']));
        await cluster.postgres.answering();
        await talk.flows(20);
      }
    },
    afterwards(scene) {
      nobodyCameBack(scene);
      allWereTold(scene);
    },
  },
  {
    id: 'T6',
    title: 'PostgreSQL hangs and goes on',
    passes: 'who sends is told within 5 s to try again, pages are still given out, nobody has to connect again',
    async happens({ cluster, random }) {
      await random.moment();
      await cluster.postgres.freeze();
      const thawed = wait(isLong ? 20_000 : 6000);
      const page = await fetch(`${cluster.origins[0]}/`, { signal: AbortSignal.timeout(5000) });
      expect(page.status).toBe(200);
      await thawed;
      await cluster.postgres.thaw();
    },
    afterwards(scene) {
      nobodyCameBack(scene);
      allWereTold(scene);
    },
  },
];
