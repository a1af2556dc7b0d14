import type { Fault } from './fault.ts';

/** As far as tokens may be from the future (30 s), and a little less. */
const tolerated = 25_000;

export const clocksFail: readonly Fault[] = [
  {
    id: 'T9',
    title: 'the clocks of two chat nodes are 50 s apart, and one is set back in the middle',
    passes: 'nobody is refused',
    async happens({ cluster, talk, random }) {
      const [ahead, behind] = cluster.chatNodes;
      if (!ahead || !behind) throw new Error('two chat nodes are needed');
      await random.moment();
      await Promise.all([cluster.shiftClock(ahead, tolerated), cluster.shiftClock(behind, -tolerated)]);
      await talk.flows(20);
      await random.moment();
      await cluster.shiftClock(ahead, -tolerated);
      await talk.flows(20);
      await Promise.all([cluster.shiftClock(ahead, 0), cluster.shiftClock(behind, 0)]);
    },
  },
];
