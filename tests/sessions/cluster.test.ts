import { describe } from 'vitest';
import { startCluster } from '../support/cluster.ts';
import { started } from '../support/started.ts';
import { signingOut } from './signing-out.ts';

describe('cluster form', () => {
  const product = started(() => startCluster({}, { chatNodes: 1, gateways: 1 }));
  signingOut(product, ({ postgres }) => ({ DATABASE_URL: postgres.url }));
});
