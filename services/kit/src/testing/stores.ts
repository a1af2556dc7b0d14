import { inject } from 'vitest';

/** The real stores of this run of tests, started once by its global set-up. */
export interface TestStores {
  postgresUrl: string;
  redisUrl: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    stores: TestStores;
  }
}

export function testStores(): TestStores {
  return inject('stores');
}
