import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mayMakeDisks, putDiskOver, type SmallDisk } from '@koinonia/kit/testing/small-disk.ts';
import { afterAll, beforeAll, describe } from 'vitest';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { fillDisk } from './full-disk.ts';
import { faultTest } from './rounds.ts';

/** Size in MB of the disk for all data; its own PostgreSQL needs about 100. */
const diskSize = 300;

let folder: string;
let disk: SmallDisk;
let cluster: Cluster;

describe.skipIf(!mayMakeDisks)('a disk of its own, which only root on Linux may make', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'koinonia-disk-'));
    disk = putDiskOver(folder, `${diskSize}m`);
    cluster = await startCluster({}, { dataDir: join(folder, 'data'), chatNodes: 1, gateways: 1 });
  }, 240_000);
  afterAll(async () => {
    await cluster?.end();
    disk.takeAway();
    await rm(folder, { recursive: true });
  });

  faultTest(
    {
      id: 'T10',
      title: 'the disk of database and files is full, and has room again',
      passes: 'uploads are refused with 507, sends told to come later, reads go on, nothing has to be restarted',
    },
    (random) => fillDisk(cluster, folder, random),
  );
});
