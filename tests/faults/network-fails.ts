import type { FaultyLink } from '@koinonia/kit/testing/faulty-link.ts';
import { isLong } from '../support/long-form.ts';
import type { Fault, Scene } from './fault.ts';

type Links = Scene['cluster']['links'];

const ways: Record<string, (link: FaultyLink) => void> = {
  'nothing passes': (link) => link.freeze(),
  'nothing passes on the way there': (link) => link.freeze('there'),
  'nothing passes on the way back': (link) => link.freeze('back'),
  'it is cut': (link) => link.cut(),
  'everything takes 200 ms longer': (link) => link.slow(200),
};

function partition(id: string, between: string, choose: (links: Links) => readonly FaultyLink[]): Fault {
  return {
    id,
    title: `between ${between} nothing passes, or only one way, or late`,
    passes: 'nothing is kept twice of what was said without hearing the answer',
    async happens({ cluster, talk, random }) {
      await random.moment();
      const link = random.pick(choose(cluster.links));
      random.pick(Object.values(ways))(link);
      await random.moment(2000, isLong ? 20_000 : 4000);
      link.mend();
      await talk.flows(20);
    },
  };
}

export const networkFails: readonly Fault[] = [
  partition('T11a', 'people and a gateway', ({ clientToGateway }) => clientToGateway),
  partition('T11b', 'gateways and a chat node', ({ gatewayToNode }) => gatewayToNode),
  partition('T11c', 'chat nodes and Redis', ({ nodesToRedis }) => [nodesToRedis]),
  partition('T11d', 'chat nodes and PostgreSQL', ({ nodesToPostgres }) => [nodesToPostgres]),
];
