import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { fillDisk } from './full-disk.ts';
import { faultTest } from './rounds.ts';

/** Size in MB of the disk for all data; its own PostgreSQL needs about 100. */
const diskSize = 300;
const mayMount = process.platform === 'linux' && process.getuid?.() === 0;

let disk: string;
let cluster: Cluster;

describe.skipIf(!mayMount)('a disk of its own, which only root on Linux may make', () => {
  beforeAll(async () => {
    disk = await mkdtemp(join(tmpdir(), 'koinonia-disk-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSize}m`, 'koinonia', disk]);
    cluster = await startCluster({}, { dataDir: join(disk, 'data'), chatNodes: 1, gateways: 1 });
  }, 240_000);
  afterAll(async () => {
    await cluster?.end();
    execFileSync('umount', ['-l', disk]);
    await rm(disk, { recursive: true });
  });

  faultTest(
    {
      id: 'T10',
      title: 'the disk of database and files is full, and has room again',
      passes: 'uploads are refused with 507, sends told to come later, reads go on, nothing has to be restarted',
    },
    (random) => fillDisk(cluster, disk, random),
  );
});
