import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Minutes long because they wait for what takes its time; beside them, all the others have room. */
const longest = [
  // Short, and at its end Node has kept what it compiled of the product, for all who start it afterwards.
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
  'services/kit/src/trunk/',
  'services/media/',
  'services/chat/src/search/',
  'services/kit/src/service-nodes.test.ts',
];

/** Begins with what takes longest, so that no worker is left with it at the end; also where no run has been before. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = longest.findIndex((part) => moduleId.includes(`/${part}`));
  return rank === -1 ? longest.length : rank;
}
