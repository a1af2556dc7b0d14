import type { Act, AuditEntry, AuditState } from './audit.ts';
import type { Role } from './identity.ts';

// The texts of the audit log: the same on the screen and in the downloaded file.

/** The name of each act, in the order in which filters offer them. */
export const actNames: Record<Act, string> = {
  'person.role': 'Role changed',
  'person.active': 'Deactivated or reactivated',
  'person.groups': 'Groups of a person changed',
  'person.sessions_ended': 'Signed out of all devices',
  'person.invited': 'Invited',
  'invitation.used': 'Invitation used',
  'invitation.withdrawn': 'Invitation withdrawn',
  'person.deletion_requested': 'Deletion of data requested',
  'person.deletion_withdrawn': 'Deletion request withdrawn',
  'person.deletion_declined': 'Deletion of data declined',
  'person.deleted': 'Data deleted',
  'person.data_downloaded': 'Own data downloaded',
  'group.created': 'Group created',
  'group.changed': 'Group changed',
  'group.deleted': 'Group deleted',
  'group.restored': 'Group restored',
  'people.exported': 'Users exported',
  'audit.exported': 'Audit log exported',
};

/** All acts, in that order. */
export const acts = Object.keys(actNames) as Act[];

/** The name of an act; an act that only a later release knows is named as it was recorded. */
export const nameOfAct = (act: string): string => (isKnown(act) ? actNames[act] : act);

const isKnown = (act: string): act is Act => Object.hasOwn(actNames, act);

/** How a name is shown within a sentence; a screen isolates it, because it may be written from right to left. */
type ShowName = (name: string) => string;

const asItIs: ShowName = (name) => name;

/** A person without a name. */
export const somebody = 'Somebody';

/** '<doer> <verb> <target> <tail>' as a sentence, and below it the values before and after. */
export interface AuditWords {
  readonly doer: string;
  readonly verb: string;
  /** Null where the sentence needs no target. */
  readonly target: string | null;
  readonly tail: string;
  readonly details: readonly string[];
}

type State = AuditState | null;

const text = (state: State, key: string) => (typeof state?.[key] === 'string' ? state[key] : '');
const count = (state: State, key: string) => (typeof state?.[key] === 'number' ? state[key] : 0);
const names = (state: State, key: string) =>
  Array.isArray(state?.[key]) ? state[key].filter((one) => typeof one === 'string') : [];
const visibility = (state: State) => (state?.['isPrivate'] === true ? 'private' : 'public');
const inRole: Record<Role, string> = { member: 'a member', admin: 'an admin' };
const roleOf = (state: State) => inRole[text(state, 'role') as Role] ?? inRole.member;

interface Saying {
  readonly verb: string;
  readonly namesTarget: boolean;
  readonly tail: string;
  readonly details: readonly string[];
}

const said = (verb: string, tail = '', details: readonly string[] = []): Saying => ({
  verb,
  tail,
  details,
  namesTarget: true,
});
const alone = (verb: string, details: readonly string[] = []): Saying => ({
  ...said(verb, '', details),
  namesTarget: false,
});

function roleChanged({ before, after }: AuditEntry) {
  return said('made', roleOf(after), before === null ? [] : [`Before: ${text(before, 'role')}`]);
}

function groupsChanged({ before, after }: AuditEntry, show: ShowName) {
  const listed = (all: readonly string[]) => all.map(show).join(', ');
  const [had, has] = [names(before, 'groups'), names(after, 'groups')];
  const added = has.filter((name) => !had.includes(name));
  const removed = had.filter((name) => !has.includes(name));
  return said('changed the groups of', '', [
    ...(added.length > 0 ? [`Added: ${listed(added)}`] : []),
    ...(removed.length > 0 ? [`Removed: ${listed(removed)}`] : []),
    `Before: ${listed(had)}`,
    `Now: ${listed(has)}`,
  ]);
}

function groupChanged({ before, after }: AuditEntry, show: ShowName) {
  const [had, has] = [text(before, 'name'), text(after, 'name')];
  return said('changed the group', '', [
    ...(had === has ? [] : [`Name: ${show(had)}, now ${show(has)}`]),
    ...(visibility(before) === visibility(after) ? [] : [`Was ${visibility(before)}, is now ${visibility(after)}`]),
  ]);
}

function invited({ after }: AuditEntry, show: ShowName) {
  const groups = names(after, 'groups').map(show);
  return said('invited', `as ${roleOf(after)}`, groups.length > 0 ? [`Groups: ${groups.join(', ')}`] : []);
}

/** Without a target, it was everybody. */
function sessionsEnded({ target, after }: AuditEntry) {
  const devices = [`${count(after, 'sessions')} device(s)`];
  return target === null
    ? alone('signed everybody out of all devices', devices)
    : said('signed', 'out of all devices', devices);
}

function peopleExported({ after }: AuditEntry, show: ShowName) {
  const filters = [
    ['group', 'Group'],
    ['status', 'Status'],
  ] as const;
  return alone('exported the list of users', [
    `${count(after, 'people')} user(s)`,
    ...(after?.['searched'] === true ? ['Found by a search'] : []),
    ...filters.flatMap(([key, label]) => (text(after, key) === '' ? [] : [`${label}: ${show(text(after, key))}`])),
  ]);
}

const sayings: Record<Act, (entry: AuditEntry, show: ShowName) => Saying> = {
  'person.role': roleChanged,
  'person.active': ({ after }) => said(after?.['active'] === true ? 'reactivated' : 'deactivated'),
  'person.groups': groupsChanged,
  'person.sessions_ended': sessionsEnded,
  'person.deletion_requested': () => alone('asked for the deletion of their own data'),
  'person.deletion_withdrawn': () => alone('no longer wants their own data deleted'),
  'person.deletion_declined': () => said('declined the deletion of the data of'),
  'person.data_downloaded': () => alone('downloaded everything that is stored about them'),
  'person.deleted': () => said('deleted the data of'),
  'person.invited': invited,
  'invitation.withdrawn': ({ before }) => said('withdrew the invitation of', '', [`As ${roleOf(before)}`]),
  'invitation.used': ({ after }) => said('let in', `as ${roleOf(after)}`),
  'people.exported': peopleExported,
  'audit.exported': () => alone('exported the audit log'),
  'group.created': ({ after }) => said('created the group', '', [`It is ${visibility(after)}`]),
  'group.changed': groupChanged,
  'group.deleted': ({ before }) => said('deleted the group', '', [`It was ${visibility(before)}`]),
  'group.restored': ({ after }) => said('restored the group', '', [`It is ${visibility(after)}`]),
};

const sayingOf = (entry: AuditEntry, show: ShowName): Saying =>
  isKnown(entry.act)
    ? sayings[entry.act](entry, show)
    : said(`did something (${entry.act})${entry.target === null ? '' : ' to'}`);

/** The name of a person whose name the log does not hold, or no longer holds. */
function targetOf({ target }: AuditEntry): string | null {
  if (target === null) return null;
  return target.name || (target.kind === 'person' ? somebody : 'somebody whose address is no longer kept');
}

/** The doer to name for an act that nobody who is signed in did. */
function nobodys(act: string): string {
  if (act === 'invitation.used') return 'An invitation';
  return act === 'person.sessions_ended' ? 'Whoever runs the server' : 'The server’s settings';
}

/** An entry of the log in words, for readers who do not know how it is stored. */
export function auditWordsOf(entry: AuditEntry, show: ShowName = asItIs): AuditWords {
  const { verb, namesTarget, tail, details } = sayingOf(entry, show);
  const doer = entry.by === null ? nobodys(entry.act) : entry.by.displayName || somebody;
  return { doer, verb, target: namesTarget ? targetOf(entry) : null, tail, details };
}

/** The same in one line, followed by the values before and after. */
export function sentenceOf(entry: AuditEntry): string {
  const { doer, verb, target, tail, details } = auditWordsOf(entry);
  const sentence = [doer, verb, target ?? '', tail].filter(Boolean).join(' ');
  return [sentence, ...details].join('; ');
}
