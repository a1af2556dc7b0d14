import { describe } from 'vitest';
import { startCluster } from '../support/cluster.ts';
import { started } from '../support/started.ts';
import { servicePorts } from './a06-service-ports.ts';
import { redisAway } from './a11-redis-away.ts';
import { everyAttack } from './every-attack.ts';
import { tooMany } from './too-many.ts';

describe('cluster form', () => {
  const cluster = started(startCluster);
  everyAttack(cluster);
  servicePorts(cluster);
  tooMany(cluster);
  redisAway(cluster);
});
