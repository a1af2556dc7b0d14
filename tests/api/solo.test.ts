import { describe } from 'vitest';
import { startSolo } from '../support/solo.ts';
import { started } from '../support/started.ts';
import { everyCall } from './every-call.ts';

describe('solo form', () => everyCall(started(startSolo)));
