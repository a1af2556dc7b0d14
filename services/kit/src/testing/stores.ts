import { inject } from 'vitest';

/** The real stores of this test run, started once by its global set-up. */
export interface TestStores {
  postgresUrl: string;
  redisUrl: string;
  /** S3 stores; more than one when the environment names another one besides the one that npm brings. */
  s3: S3TestStore[];
}

export interface S3TestStore {
  name: string;
  endpoint: string;
  region: string;
  accessKey: string;
  secretKey: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    stores: TestStores;
  }
}

export function testStores(): TestStores {
  return inject('stores');
}
