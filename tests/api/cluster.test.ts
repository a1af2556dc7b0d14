import { describe } from 'vitest';
import { startCluster } from '../support/cluster.ts';
import { started } from '../support/started.ts';
import { everydayCalls } from './everyday-calls.ts';

describe('cluster form', () => everydayCalls(started(startCluster)));
