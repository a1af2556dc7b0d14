import { describe } from 'vitest';
import { startCluster } from '../support/cluster.ts';
import { started } from '../support/started.ts';
import { everyCall } from './every-call.ts';

describe('cluster form', () => everyCall(started(startCluster)));
