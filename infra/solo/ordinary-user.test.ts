import { chown, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'vitest';
import { asOrdinaryUser } from './ordinary-user.ts';
import { postgresBinaries } from './postgres-binaries.ts';
import { runToEnd } from './postgres-process.ts';

test('PostgreSQL is set up from a checkout that is closed to other users, such as one in the folder of root', async () => {
  const checkout = await mkdtemp(join(tmpdir(), 'koinonia-closed-'));
  try {
    const data = join(checkout, 'data');
    await cp(dirname((await postgresBinaries()).directory), checkout, { recursive: true, verbatimSymlinks: true });
    const owner = await asOrdinaryUser([checkout]);
    await mkdir(data);
    if (owner) await chown(data, owner.uid, owner.gid);
    await runToEnd(join(checkout, 'bin', 'initdb'), ['-D', data, '--no-sync'], owner);
  } finally {
    await rm(checkout, { recursive: true, force: true });
  }
});
