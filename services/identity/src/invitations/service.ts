import type { AnswerOf, BodyOf } from '@koinonia/contracts/call.ts';
import { maxIdsAtOnce } from '@koinonia/contracts/common.ts';
import { noGroupCalled } from '@koinonia/contracts/groups.ts';
import { Role } from '@koinonia/contracts/identity.ts';
import { type Invitation, type InvitedLine, type invitePeople } from '@koinonia/contracts/invitations.ts';
import { notFound } from '@koinonia/kit/errors.ts';
import { newId } from '@koinonia/kit/ids.ts';
import type { Actor } from '@koinonia/kit/http/routes.ts';
import { slicesOf } from '@koinonia/kit/calls/slices.ts';
import { actAsAdmin, adminCalling } from '../access.ts';
import { record } from '../audit/record.ts';
import type { IdentityContext } from '../context.ts';
import { presentInvitation } from './present.ts';
import {
  countOpenInvitations,
  deleteOpenInvitation,
  type InvitationsWanted,
  selectKnownEmails,
  selectOpenInvitations,
  upsertInvitations,
} from './queries.ts';
import { readLines } from './read-lines.ts';
import { withdrawalOf } from './withdraw-with-inviter.ts';

/** So many fit into one call to groups, however long they are. */
const namesAtOnce = 1000;

/** Invites everyone in the file, or nobody when one of its lines is wrong. */
export async function inviteByCsv(
  context: IdentityContext,
  actor: Actor,
  { csv, dryRun }: BodyOf<typeof invitePeople>,
): Promise<AnswerOf<typeof invitePeople>> {
  await adminCalling(context.db, actor);
  const asked = readLines(csv, context.signIn.domain);
  const groupIds = await groupIdsOf(context, asked);
  const known = new Set(
    await selectKnownEmails(
      context.db,
      asked.map(({ email }) => email.toLowerCase()),
    ),
  );
  const lines = asked.map((line) => judged(line, groupIds, known));
  const mayStore = !dryRun && lines.every(({ outcome }) => outcome !== 'invalid');
  if (mayStore)
    await store(
      context,
      actor,
      lines.filter(({ outcome }) => outcome === 'invited'),
      groupIds,
    );
  return { stored: mayStore, lines };
}

async function groupIdsOf({ groups }: IdentityContext, lines: readonly InvitedLine[]): Promise<Map<string, string>> {
  const right = lines.filter(({ outcome }) => outcome !== 'invalid');
  const names = [...new Set(right.flatMap((line) => line.groups))];
  const ids = new Map<string, string>();
  for (const some of slicesOf(names, namesAtOnce)) {
    const found = await groups.find({ names: some });
    for (const { asked, id } of found) ids.set(asked, id);
  }
  return ids;
}

function judged(line: InvitedLine, groupIds: ReadonlyMap<string, string>, known: ReadonlySet<string>): InvitedLine {
  if (line.outcome === 'invalid') return line;
  const unknown = line.groups.filter((name) => !groupIds.has(name));
  if (unknown.length > 0) {
    return { ...line, outcome: 'invalid', errors: unknown.map(noGroupCalled) };
  }
  return known.has(line.email.toLowerCase()) ? { ...line, outcome: 'already_here' } : line;
}

async function store(
  { db, bus }: IdentityContext,
  actor: Actor,
  lines: readonly InvitedLine[],
  groupIds: ReadonlyMap<string, string>,
): Promise<void> {
  if (lines.length === 0) return;
  const wanted = lines.map((line) => ({
    id: newId(),
    email: line.email,
    role: Role.parse(line.role),
    group_ids: [...new Set(line.groups.flatMap((name) => groupIds.get(name) ?? []))],
    invited_by: actor.uid,
  }));
  const byEmail = new Map(lines.map((line) => [line.email.toLowerCase(), line]));
  await actAsAdmin(db, actor, async (trx) => {
    const stored = await upsertInvitations(trx, wanted);
    const acts = stored.map(({ id, email }) => {
      const { role = 'member', groups = [] } = byEmail.get(email.toLowerCase()) ?? {};
      return { act: 'person.invited' as const, target: { kind: 'invitation' as const, id }, after: { role, groups } };
    });
    await record(trx, actor, ...acts);
  });
  // Other admins see the list.
  await bus.publish('usersChanged', {});
}

/** A page of the open invitations; `total` counts them on all pages. */
export async function openInvitationsFor(
  { db, groups }: IdentityContext,
  actor: Actor,
  wanted: InvitationsWanted,
): Promise<{ invitations: Invitation[]; total: number }> {
  await adminCalling(db, actor);
  const [rows, total] = await Promise.all([selectOpenInvitations(db, wanted), countOpenInvitations(db, wanted)]);
  const ids = [...new Set(rows.flatMap((row) => row.group_ids))].slice(0, maxIdsAtOnce);
  const names = new Map((ids.length > 0 ? await groups.find({ ids }) : []).map(({ id, name }) => [id, name]));
  return { invitations: rows.map((row) => presentInvitation(row, names)), total };
}

export async function withdrawAs({ db, bus }: IdentityContext, actor: Actor, id: string): Promise<void> {
  await actAsAdmin(db, actor, async (trx) => {
    const withdrawn = await deleteOpenInvitation(trx, id);
    if (!withdrawn) throw notFound('invitation');
    await record(trx, actor, withdrawalOf(withdrawn));
  });
  await bus.publish('usersChanged', {});
}
