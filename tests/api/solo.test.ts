import { describe } from 'vitest';
import { startSolo } from '../support/solo.ts';
import { started } from '../support/started.ts';
import { everydayCalls } from './everyday-calls.ts';

describe('solo form', () => everydayCalls(started(startSolo)));
