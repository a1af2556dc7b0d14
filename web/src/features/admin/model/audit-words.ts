import type { AuditEntry, AuditState } from '@koinonia/contracts/audit.ts';
import { isolated } from '../../../lib/format.ts';

/** '<who> <verb> <whom> <tail>', as one reads it, and below it what was before and what is now. */
export interface AuditWords {
  readonly verb: string;
  /** False where it goes without saying whom or what it was done to. */
  readonly namesTarget: boolean;
  readonly tail: string;
  readonly details: readonly string[];
}

type State = AuditState | null;

const text = (state: State, key: string) => (typeof state?.[key] === 'string' ? state[key] : '');
const count = (state: State, key: string) => (typeof state?.[key] === 'number' ? state[key] : 0);
const names = (state: State, key: string) =>
  Array.isArray(state?.[key]) ? state[key].filter((one) => typeof one === 'string') : [];
const listed = (all: readonly string[]) => all.map(isolated).join(', ');
const visibility = (state: State) => (state?.['isPrivate'] === true ? 'private' : 'public');

const words = (verb: string, tail = '', details: readonly string[] = []): AuditWords => ({
  verb,
  tail,
  details,
  namesTarget: true,
});
const alone = (verb: string, details: readonly string[] = []): AuditWords => ({
  ...words(verb, '', details),
  namesTarget: false,
});

const roleOf = (state: State) => (text(state, 'role') === 'admin' ? 'an admin' : 'a member');

function roleWords({ before, after }: AuditEntry) {
  return words('made', roleOf(after), before === null ? [] : [`Before: ${text(before, 'role')}`]);
}

function groupsWords({ before, after }: AuditEntry) {
  const [had, has] = [names(before, 'groups'), names(after, 'groups')];
  const added = has.filter((name) => !had.includes(name));
  const removed = had.filter((name) => !has.includes(name));
  return words('changed the groups of', '', [
    ...(added.length > 0 ? [`Added: ${listed(added)}`] : []),
    ...(removed.length > 0 ? [`Taken away: ${listed(removed)}`] : []),
    `Before: ${listed(had)}`,
    `Now: ${listed(has)}`,
  ]);
}

function groupWords({ before, after }: AuditEntry) {
  const [had, has] = [text(before, 'name'), text(after, 'name')];
  return words('changed the group', '', [
    ...(had === has ? [] : [`Name: ${isolated(had)}, now ${isolated(has)}`]),
    ...(visibility(before) === visibility(after) ? [] : [`Was ${visibility(before)}, is now ${visibility(after)}`]),
  ]);
}

function invitedWords({ after }: AuditEntry) {
  const groups = names(after, 'groups');
  const belonging = groups.length > 0 ? [`Groups: ${listed(groups)}`] : [];
  return words('invited', `as ${roleOf(after)}`, belonging);
}

function exportWords({ after }: AuditEntry) {
  const filters = [
    ['group', 'Group'],
    ['status', 'Status'],
  ] as const;
  return alone('exported the list of users', [
    `${count(after, 'people')} user(s)`,
    ...(after?.['searched'] === true ? ['Found by a search'] : []),
    ...filters.flatMap(([key, label]) => (text(after, key) === '' ? [] : [`${label}: ${isolated(text(after, key))}`])),
  ]);
}

const sayings: Record<AuditEntry['act'], (entry: AuditEntry) => AuditWords> = {
  'person.role': roleWords,
  'person.active': ({ after }) => words(after?.['active'] === true ? 'reactivated' : 'deactivated'),
  'person.groups': groupsWords,
  'person.sessions_ended': ({ after }) =>
    words('signed', 'out of all devices', [`${count(after, 'sessions')} device(s)`]),
  'person.deletion_requested': () => alone('asked for the deletion of their own data'),
  'person.deletion_withdrawn': () => alone('no longer wants their own data deleted'),
  'person.deletion_declined': () => words('declined the deletion of the data of'),
  'person.data_downloaded': () => alone('downloaded all that is stored of them'),
  'person.deleted': () => words('deleted the data of'),
  'person.invited': invitedWords,
  'invitation.withdrawn': ({ before }) => words('withdrew the invitation of', '', [`As ${roleOf(before)}`]),
  'invitation.used': ({ after }) => words('let in', `as ${roleOf(after)}, by an invitation`),
  'people.exported': exportWords,
  'audit.exported': () => alone('exported the audit log'),
  'group.created': ({ after }) => words('created the group', '', [`It is ${visibility(after)}`]),
  'group.changed': groupWords,
  'group.deleted': ({ before }) => words('deleted the group', '', [`It was ${visibility(before)}`]),
  'group.restored': ({ after }) => words('brought back the group', '', [`It is ${visibility(after)}`]),
};

/** An entry of the log in words for somebody who knows nothing of how it is kept. */
export const wordsOf = (entry: AuditEntry): AuditWords => sayings[entry.act](entry);
