/** One small edit that breaks a rule; at least one of its tests must then fail. */
export interface Mutant {
  readonly rule: string;
  /** The edit in words. */
  readonly broken: string;
  /** A path in the checkout. */
  readonly file: string;
  /** Text that occurs there exactly once. */
  readonly from: string;
  readonly to: string;
  /** A test file, and the name, or the beginning of the name, of the test that catches it. */
  readonly caughtIn: string;
  readonly caughtBy: string;
}

const chat = 'services/chat/src';
const identity = 'services/identity/src';
const media = 'services/media/src';
const kit = 'services/kit/src';

export const mutants: readonly Mutant[] = [
  {
    rule: 'only its members can read a chat',
    broken: 'the query does not compare the caller with the member',
    file: `${chat}/messages/page.ts`,
    from: 'where chat_id = ${chatId} and user_id = ${uid} offset 0',
    to: 'where chat_id = ${chatId} offset 0',
    caughtIn: `${chat}/messages/messages.test.ts`,
    caughtBy: 'is for members alone',
  },
  {
    rule: 'only its members can write to a chat',
    broken: 'everyone counts as a member of a chat that has one',
    file: `${chat}/chats/queries.ts`,
    from: `    .where('chat_id', '=', chatId)
    .where('user_id', '=', uid)
    .where('left_at', 'is', null)
    .executeTakeFirst();`,
    to: `    .where('chat_id', '=', chatId)
    .where('left_at', 'is', null)
    .executeTakeFirst();`,
    caughtIn: `${chat}/messages/messages.test.ts`,
    caughtBy: 'is refused in chats of others and in what is no chat, alike',
  },
  {
    rule: 'only members of its chat can read an attachment',
    broken: 'everyone who knows its address can read it',
    file: `${media}/access.ts`,
    from: 'return (await chat.call(checkMember, { params: { id: chatId }, body: { uid } })).isMember;',
    to: 'return true;',
    caughtIn: `${media}/serving/serving.test.ts`,
    caughtBy: 'is nobody’s who is not in the chat, and looks as if it were not there',
  },
  {
    rule: 'a removed person gets nothing more, from the first moment on',
    broken: 'the other nodes learn only from the bus who has left',
    file: `${chat}/messages/send.ts`,
    from: 'tellNew(rowOf(send, row), row.left_lately);',
    to: 'tellNew(rowOf(send, row), []);',
    caughtIn: `${chat}/realtime/faults.test.ts`,
    caughtBy: 'who is removed hears nothing more from the first moment on, though the bus lost it',
  },
  {
    rule: 'a message that is sent again with the same client id is the same message',
    broken: 'a known client id is stored again',
    file: `${chat}/database/migrations/2026-11-24-commit-by-index.ts`,
    from: 'where allowed.known_id is null',
    to: 'where true',
    caughtIn: `${chat}/messages/messages.test.ts`,
    caughtBy: 'gives the same message, 20 times at once on three nodes',
  },
  {
    rule: 'the messages of a chat are numbered without a gap',
    broken: 'each batch skips a number',
    file: `${chat}/database/migrations/2026-11-24-commit-by-index.ts`,
    from: 'chat.last_seq + row_number()',
    to: 'chat.last_seq + 1 + row_number()',
    caughtIn: `${chat}/messages/messages.test.ts`,
    caughtBy: '300 sends of several people on three nodes at once are numbered without a gap',
  },
  {
    rule: 'an acknowledged message is committed, and a committed one is on disk',
    broken: 'PostgreSQL answers before it has written',
    file: 'infra/solo/embedded-postgres.ts',
    from: "synchronous_commit: durable ? 'on' : 'off',",
    to: "synchronous_commit: 'off',",
    caughtIn: 'infra/solo/embedded-postgres.test.ts',
    caughtBy: 'every commit is on disk before it is answered',
  },
  {
    rule: 'a send that was not committed is not acknowledged',
    broken: 'a failed commit is answered like a successful one',
    file: `${chat}/messages/group-committer.ts`,
    from: 'else batch.forEach((entry) => entry.reject(error));',
    to: 'else batch.forEach((entry) => entry.resolve(null as Result));',
    caughtIn: `${chat}/messages/group-committer.test.ts`,
    caughtBy: 'because the store is away is not tried again, for it may have been stored',
  },
  {
    rule: 'the read position never goes back',
    broken: 'it moves to any position that a device sends',
    file: `${chat}/reads/queries.ts`,
    from: 'greatest(memberships.read_seq, least(${seq}::bigint, chats.last_seq))',
    to: 'least(${seq}::bigint, chats.last_seq)',
    caughtIn: `${chat}/reads/reads.test.ts`,
    caughtBy: 'moves on and never back',
  },
  {
    rule: 'nothing is left of a deleted message',
    broken: 'its text stays in the history',
    file: `${chat}/database/migrations/2026-11-21-messages-change.ts`,
    from: "update messages set text = '', attachment_url = null",
    to: 'update messages set attachment_url = null',
    caughtIn: `${chat}/changes/changes.test.ts`,
    caughtBy: 'leaves its place and nothing else',
  },
  {
    rule: 'a deactivated person has no access any more',
    broken: 'access is not checked again',
    file: `${kit}/auth/authenticator.ts`,
    from: 'if (people.has(who.uid)) throw accountDeactivated();',
    to: '',
    caughtIn: `${kit}/auth/authenticator.test.ts`,
    caughtBy: 'who is deactivated is told so, with either kind of token and with a cookie',
  },
  {
    rule: 'access ends within 5 s, even when the bus loses the event',
    broken: 'the result of the sweep is ignored',
    file: `${kit}/auth/access-watch.ts`,
    from: 'tell({ sessions: endedSessions, people: inactivePeople });',
    to: 'tell({ sessions: [], people: [] });',
    caughtIn: `${kit}/auth/authenticator.test.ts`,
    caughtBy: 'an ended session stops within 5 s when the bus tells nothing',
  },
  {
    rule: 'only accounts that the issuer assigns to the organisation get in',
    broken: 'a Google account without `hd` is accepted by its address alone',
    file: `${kit}/auth/id-token.ts`,
    from: 'if (personal.hd === undefined) return settings.issuer !== google;',
    to: 'if (personal.hd === undefined) return true;',
    caughtIn: `${kit}/auth/id-token.test.ts`,
    caughtBy: "Google's own tokens need the organisation's hd",
  },
  {
    rule: 'a token expires at its own time',
    broken: 'an ID token is valid for ever',
    file: `${kit}/auth/id-token.ts`,
    from: 'currentDate: new Date(now()),',
    to: 'currentDate: new Date(0),',
    caughtIn: `${kit}/auth/id-token.test.ts`,
    caughtBy: '',
  },
  {
    rule: 'a service trusts only the gateway and the other services to name the caller',
    broken: 'the signature of the caller’s statement is not verified',
    file: `${kit}/calls/caller-statement.ts`,
    from: 'const { payload } = await jwtVerify(statement, key, {',
    to: `const unverified = async (token: string, ..._unused: unknown[]) => ({
        payload: JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()),
      });
      const { payload } = await unverified(statement, key, {`,
    caughtIn: `${kit}/calls/caller-statement.test.ts`,
    caughtBy: 'a statement signed with another secret, expired, or of no known kind is refused',
  },
  {
    rule: 'one active admin always remains',
    broken: 'two are changed at the same moment without a lock',
    file: `${identity}/people/change-person.ts`,
    from: `  await lockAdmins(trx);
  const before`,
    to: '  const before',
    caughtIn: `${identity}/people/change-person.test.ts`,
    caughtBy: 'two admins who demote each other at the same moment leave one admin',
  },
  {
    rule: '‘All Staff’ cannot be changed',
    broken: 'it is treated like any other group',
    file: 'services/groups/src/groups/service.ts',
    from: 'if (group.holds_everyone) throw forbidden(texts.untouchable);',
    to: '',
    caughtIn: 'services/groups/src/groups/groups.test.ts',
    caughtBy: "'All Staff' cannot be touched",
  },
  {
    rule: 'only its members and admins see a private group',
    broken: 'everyone sees all of them',
    file: 'services/groups/src/groups/queries.ts',
    from: ".$if(!all, (query) => query.where((eb) => eb.or([eb('is_private', '=', false), isMember(uid)])))",
    to: '',
    caughtIn: 'services/groups/src/groups/groups.test.ts',
    caughtBy: 'hides private groups from those who are not in them, except from admins',
  },
  {
    rule: 'a changed line in the log of admins’ acts is detected',
    broken: 'the hash of a line is not compared',
    file: `${identity}/audit/service.ts`,
    from: 'if (line.seq !== seq + 1 || line.hash !== hashOfLine(hash, line))',
    to: 'if (line.seq !== seq + 1)',
    caughtIn: `${identity}/audit/audit.test.ts`,
    caughtBy: 'changed shows',
  },
  {
    rule: 'no cell of a CSV file is a formula',
    broken: 'names are written as they are',
    file: `${identity}/csv/write-csv.ts`,
    from: 'escape_formulas: true',
    to: 'escape_formulas: false',
    caughtIn: `${identity}/audit/audit.test.ts`,
    caughtBy: 'is taken away as CSV in which no cell is a formula, which is recorded',
  },
  {
    rule: 'a page runs no script but our own',
    broken: 'inline scripts are let through',
    file: 'gateway/src/web/security-headers.ts',
    from: `'script-src': ["'self'"],`,
    to: `'script-src': ["'self'", "'unsafe-inline'"],`,
    caughtIn: 'gateway/src/web/web-client.test.ts',
    caughtBy: 'a page keeps to itself: no inline script, no other origin, no frame',
  },
  {
    rule: 'no page of another site opens a socket in a person’s name',
    broken: 'every origin is allowed',
    file: 'gateway/src/sockets/refusal.ts',
    from: 'if (origin !== undefined && origin !== publicUrl)',
    to: 'if (origin === publicUrl && origin === undefined)',
    caughtIn: 'gateway/src/sockets/refusal.test.ts',
    caughtBy: 'an upgrade from another site is refused before any node hears of it',
  },
  {
    rule: 'no page acts in the name of somebody who signed in by another window',
    broken: 'a token is used, whoever it is for',
    file: 'web/src/lib/api/authenticated-request.ts',
    from: '![uid, undefined].includes(session.person())',
    to: '![uid, session.person()].includes(session.person())',
    caughtIn: 'web/src/lib/api/authenticated-request.test.ts',
    caughtBy: 'makes no call, and repeats none, when the page has not heard of them',
  },
  {
    rule: 'calls above the limit are refused',
    broken: 'they are counted and accepted',
    file: 'gateway/src/limits/limits.ts',
    from: 'throw tooMany(msToWait);',
    to: 'void tooMany(msToWait);',
    caughtIn: 'gateway/src/limits/limits.test.ts',
    caughtBy: 'a person who calls too often is told when to come again; others are not held up',
  },
  {
    rule: 'a file’s type follows from its bytes, not from its name',
    broken: 'an unknown type is taken from the extension',
    file: `${media}/uploads/content-kind.ts`,
    from: "const ending = mime === null || byContent !== unknown ? endingOf(file.fileName) : '';",
    to: 'const ending = endingOf(file.fileName);',
    caughtIn: `${media}/uploads/attachments.test.ts`,
    caughtBy: 'is bytes when it is a program, though it is called a text',
  },
  {
    rule: 'a picture does not reveal where and by whom it was taken',
    broken: 'the camera’s metadata stays',
    file: `${media}/images/variants.ts`,
    from: 'await image.toBuffer({ resolveWithObject: true })',
    to: 'await image.keepMetadata().toBuffer({ resolveWithObject: true })',
    caughtIn: `${media}/serving/serving.test.ts`,
    caughtBy: 'stands upright and tells nothing of where and by whom it was taken',
  },
  {
    rule: 'a backup shows the state of one moment',
    broken: 'each table is read at its own moment',
    file: 'infra/backup/src/back-up.ts',
    from: 'begin isolation level repeatable read read only',
    to: 'begin isolation level read committed read only',
    caughtIn: 'infra/backup/src/back-up.test.ts',
    caughtBy: 'what is said while a backup is made is in all of it or in none',
  },
];
