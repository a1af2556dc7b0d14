import { describe } from 'vitest';
import { startSolo } from '../support/solo.ts';
import { started } from '../support/started.ts';
import { everyAttack } from './every-attack.ts';

describe('solo form', () => {
  const product = started(startSolo);
  everyAttack(product);
});
