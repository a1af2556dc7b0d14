import { describe } from 'vitest';
import { startCluster } from '../support/cluster.ts';
import { started } from '../support/started.ts';
import { everyAttack } from './every-attack.ts';
import { redisAway } from './redis-away.ts';
import { servicePorts } from './service-ports.ts';
import { tooMany } from './too-many.ts';

describe('cluster form', () => {
  const cluster = started(startCluster);
  everyAttack(cluster);
  servicePorts(cluster);
  tooMany(cluster);
  redisAway(cluster);
});
