import { storing } from '@koinonia/infra/processes.ts';
import { expect, test } from 'vitest';
import { parts } from './parts.ts';

test('whatever a service stores in PostgreSQL is in the backup', () => {
  const schemas = storing.map(({ folder }) => folder.replace('services/', ''));
  expect(Object.keys(parts).sort()).toEqual([...new Set(schemas)].sort());
});
