import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mayMakeDisks, putDiskOver, type SmallDisk } from '@koinonia/kit/testing/small-disk.ts';
import { afterAll, beforeAll, describe } from 'vitest';
import { startCluster } from '../support/cluster.ts';
import { started } from '../support/started.ts';
import { fillDisk } from './full-disk.ts';
import { faultTest } from './rounds.ts';

/** Size in MB of the disk for all data; its own PostgreSQL needs about 100. */
const diskSize = 300;

let folder: string;
let disk: SmallDisk;

describe.skipIf(!mayMakeDisks)('a disk of its own, which only root on Linux may make', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'koinonia-disk-'));
    disk = putDiskOver(folder, `${diskSize}m`);
  });
  afterAll(async () => {
    disk.takeAway();
    await rm(folder, { recursive: true });
  });
  const cluster = started(() => startCluster({}, { dataDir: join(folder, 'data'), chatNodes: 1, gateways: 1 }));

  faultTest(
    {
      id: 'T10',
      title: 'the disk of database and files is full, and has room again',
      passes: 'uploads are refused with 507, sends told to come later, reads go on, nothing has to be restarted',
    },
    (random) => fillDisk(cluster(), folder, random),
  );
});
