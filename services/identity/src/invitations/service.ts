import type { AnswerOf, BodyOf } from '@koinonia/contracts/call.ts';
import { maxIdsAtOnce, maxNameLength } from '@koinonia/contracts/common.ts';
import { noGroupCalled } from '@koinonia/contracts/groups.ts';
import { Role } from '@koinonia/contracts/identity.ts';
import { type Invitation, type InvitedLine, type invitePeople } from '@koinonia/contracts/invitations.ts';
import { notFound } from '@koinonia/kit/errors.ts';
import { newId } from '@koinonia/kit/ids.ts';
import type { Actor } from '@koinonia/kit/http/routes.ts';
import { inSlices } from '@koinonia/kit/work/slices.ts';
import { actAsAdmin, adminCalling } from '../access.ts';
import { record } from '../audit/record.ts';
import type { IdentityContext } from '../context.ts';
import type { IdentityDatabase } from '../database/schema.ts';
import { presentInvitation } from './present.ts';
import {
  countOpenInvitations,
  deleteOpenInvitation,
  type InvitationsWanted,
  selectKnownEmails,
  selectOpenInvitations,
  upsertInvitations,
} from './queries.ts';
import { readLines, type ReadLine } from './read-lines.ts';
import { withdrawalOf } from './withdraw-with-inviter.ts';

/** This many fit into one call to groups, however long they are. */
const namesAtOnce = 1000;

/** Invites everyone in the file, or nobody when one of its lines is wrong. */
export async function inviteByCsv(
  context: IdentityContext,
  actor: Actor,
  { csv, dryRun }: BodyOf<typeof invitePeople>,
): Promise<AnswerOf<typeof invitePeople>> {
  await adminCalling(context.db, actor);
  const { lines: asked, ignored } = readLines(csv, context.signIn.domain);
  const groups = await groupsNamed(context, asked);
  const lines = asked.map((line) => judged(line, groups));
  if (dryRun || lines.some(({ outcome }) => outcome === 'invalid')) {
    return { stored: false, lines: await withoutKnown(context.db, lines), ignored };
  }
  return { stored: true, lines: await store(context, actor, lines, groups), ignored };
}

/** The groups by their names as written in the file. */
type Named = ReadonlyMap<string, { readonly id: string; readonly name: string }>;

async function groupsNamed({ groups }: IdentityContext, lines: readonly ReadLine[]): Promise<Named> {
  const valid = lines.filter(({ outcome }) => outcome !== 'invalid');
  const cells = valid.map(({ groupsCell }) => groupsCell).filter(isName);
  const names = [...new Set([...cells, ...valid.flatMap((line) => line.groups)])];
  const found = await inSlices(names, namesAtOnce, (some) => groups.find({ names: some }));
  return new Map(found.map(({ asked, id, name }) => [asked, { id, name }]));
}

const isName = (cell: string) => cell !== '' && [...cell].length <= maxNameLength;

function judged({ groupsCell, ...line }: ReadLine, groups: Named): InvitedLine {
  if (line.outcome === 'invalid') return line;
  if (groups.has(groupsCell)) return { ...line, groups: [groupsCell] };
  const unknown = [...new Set(line.groups)].filter((name) => !groups.has(name));
  return unknown.length > 0 ? { ...line, outcome: 'invalid', errors: unknown.map(noGroupCalled) } : line;
}

/** The lines, with those marked that are about an existing person. */
async function withoutKnown(db: IdentityDatabase, lines: readonly InvitedLine[]): Promise<InvitedLine[]> {
  const known = new Set(
    await selectKnownEmails(
      db,
      lines.map(({ email }) => email.toLowerCase()),
    ),
  );
  return lines.map((line) =>
    line.outcome === 'invited' && known.has(line.email.toLowerCase()) ? { ...line, outcome: 'already_here' } : line,
  );
}

/** Returns the lines as stored: somebody may have signed in meanwhile. */
async function store(
  { db, bus }: IdentityContext,
  actor: Actor,
  asked: readonly InvitedLine[],
  groups: Named,
): Promise<InvitedLine[]> {
  const lines = await actAsAdmin(db, actor, async (trx) => {
    const now = await withoutKnown(trx, asked);
    const invited = now.filter(({ outcome }) => outcome === 'invited');
    if (invited.length > 0) await storeInvited(trx, actor, invited, groups);
    return now;
  });
  // Other admins see the list.
  await bus.publish('usersChanged', {});
  return lines;
}

async function storeInvited(trx: IdentityDatabase, actor: Actor, lines: readonly InvitedLine[], groups: Named) {
  const groupsOf = (line: InvitedLine) => line.groups.flatMap((name) => groups.get(name) ?? []);
  const wanted = lines.map((line) => ({
    id: newId(),
    email: line.email,
    role: Role.parse(line.role),
    group_ids: [...new Set(groupsOf(line).map(({ id }) => id))],
    invited_by: actor.uid,
  }));
  const byEmail = new Map(lines.map((line) => [line.email.toLowerCase(), line]));
  const acts = (await upsertInvitations(trx, wanted)).map(({ id, email }) => {
    const line = byEmail.get(email.toLowerCase());
    if (!line) throw new Error('an invitation was stored that nobody has asked for');
    const after = { role: line.role, groups: [...new Set(groupsOf(line).map(({ name }) => name))] };
    return { act: 'person.invited' as const, target: { kind: 'invitation' as const, id }, after };
  });
  await record(trx, actor, ...acts);
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
