import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Identity, startIdentity } from '../testing/identity.ts';

let identity: Identity;

beforeAll(async () => {
  identity = await startIdentity();
});

afterAll(() => identity.stop());

/** What is not told: whose it is, how the issuer knows them, and what says only how it is stored, or is told elsewhere. */
const columns = {
  users: {
    told: [
      'active',
      'created_at',
      'deletion_requested_at',
      'display_name',
      'email',
      'id',
      'phone',
      'photo_url',
      'role',
      'theme',
    ],
    leftOut: ['changed_at', 'deleted_at', 'deletion_declined_at', 'email_issued_at', 'issuer', 'subject'],
  },
  sessions: {
    told: ['created_at', 'id', 'last_seen_at', 'sealed_device'],
    leftOut: ['ended_at', 'token_hash', 'user_id'],
  },
  audit_log: {
    told: ['act', 'address', 'after', 'at', 'before', 'by', 'device'],
    leftOut: ['hash', 'id', 'seq', 'target_id', 'target_kind', 'target_name'],
  },
};

test.each(Object.entries(columns))('each column of %s is told, or left out on purpose', async (table, known) => {
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_schema = 'identity' and table_name = ${table}`.execute(identity.db);
  expect(rows.map(({ name }) => name).sort()).toEqual([...known.told, ...known.leftOut].sort());
});
