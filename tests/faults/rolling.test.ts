import { describe, expect, test } from 'vitest';
import { breakingChanges } from './migrations.ts';
import { isInHistory, layOut, migrationsAt, previousCommit } from './previous-release.ts';
import { rollFrom } from './rolling.ts';
import { faultTest } from './rounds.ts';

const commit = await previousCommit();
const isThere = await isInHistory(commit);
const atRelease = isThere ? await migrationsAt(commit) : new Map<string, string>();

const newer = [...(await migrationsAt()).keys()].filter((path) => !atRelease.has(path));

/** Ms. It starts and ends 24 processes; other faults have 3 minutes for 10 at most. */
const rollWithin = 360_000;

/** Reviewed by a person, with the reason why the previous version works with it. */
const reviewed = new Map([
  [
    'services/groups/src/database/migrations/2026-11-22-managed-groups.ts',
    'the unique index forbids less than the constraint did',
  ],
  [
    'services/media/src/database/migrations/2026-11-22-group-pictures.ts',
    'the new constraints forbid less than the old ones',
  ],
  [
    'services/chat/src/database/migrations/2026-11-26-without-commit-sends.ts',
    'the release before it sends by `commit_messages` already',
  ],
]);

describe('a new version comes beside the one before', () => {
  test('what a migration removes, renames or forbids is found', () => {
    expect(breakingChanges('sql`alter table chats drop column name`')).toEqual(['drops something']);
    expect(breakingChanges('sql`alter table chats rename column name to title`')).toEqual(['renames something']);
    expect(breakingChanges('sql`alter table chats alter column name set not null`')).toEqual(['changes a column']);
    expect(breakingChanges('sql`alter table chats add column a text, add column b int not null`')).toEqual([
      'adds a column that the version before does not fill',
    ]);
    expect(breakingChanges('sql`alter table chats add column b int not null default 0`')).toEqual([]);
    expect(breakingChanges('// drop table\nsql`create table words (word text not null)`')).toEqual([]);
  });

  test('migrations only add: what nothing uses any more goes a release later', async () => {
    const now = await migrationsAt();
    const found = [...now].filter(([path, source]) => !reviewed.has(path) && breakingChanges(source).length > 0);
    expect(found.map(([path, source]) => `${path} ${breakingChanges(source).join(', ')}`)).toEqual([]);
  });

  test.skipIf(!isThere)(`a migration that was released (${commit.slice(0, 7)}) is never changed`, async () => {
    const now = await migrationsAt();
    expect([...atRelease].filter(([path, source]) => now.get(path) !== source).map(([path]) => path)).toEqual([]);
  });

  const release = `${commit.slice(0, 7)}; migrations since then: ${newer.length}`;
  describe.skipIf(!isThere)(`with the last release (${release}) in the history of this checkout`, () => {
    faultTest(
      {
        id: 'Roll',
        title: 'from the last release to this version, process by process, both side by side',
        passes: 'each ends with 0, no send fails more than once',
      },
      async (random) => {
        const previous = await layOut(commit);
        try {
          return await rollFrom(previous.root, random);
        } finally {
          await previous.remove();
        }
      },
      { within: rollWithin },
    );
  });
});
