import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests that take minutes because they must wait; the other tests run beside them. */
const longest = [
  // Short, but afterwards Node has cached the compiled product for all later starts.
  'tests/api/solo.test.ts',
  'tests/faults/cluster.test.ts',
  'services/media/src/images/faults.test.ts',
  'tests/attacks/cluster.test.ts',
  'tests/attacks/solo.test.ts',
  'tests/faults/',
  'tests/',
  'infra/solo/',
  'services/chat/src/realtime/',
  'gateway/src/sockets/',
  'gateway/src/server.test.ts',
  'infra/backup/',
  'gateway/src/proxy/failing-nodes.test.ts',
  'services/kit/src/files/',
  'services/kit/src/trunk/',
  'services/media/',
  'services/chat/src/search/',
  'services/kit/src/calls/service-nodes.test.ts',
  'web/src/lib/api/send-call.test.ts',
];

/**
 * Begins with the longest tests, so that no worker is left with one at the end; works without earlier runs too. Tests with an
 * environment of their own, such as jsdom, come last: vitest keeps a worker only if the next file has the same.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  if (readFileSync(moduleId, 'utf8').includes('@vitest-environment')) return longest.length + 1;
  const rank = longest.findIndex((part) => moduleId.includes(`/${part}`));
  return rank === -1 ? longest.length : rank;
}
