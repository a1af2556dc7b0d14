import { randomUUID } from 'node:crypto';
import type { listAudit } from '@koinonia/contracts/audit.ts';
import type { AnswerOf } from '@koinonia/contracts/call.ts';
import { deletionRequestsADay } from '@koinonia/contracts/own-data.ts';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { askAs, askInternally, browserAt, type Identity, known, startIdentity } from '../testing/identity.ts';
import { askToken, signInBy } from '../testing/sign-in.ts';
import { waitingForLocks } from '../testing/waiting-for-locks.ts';

let identity: Identity;
let ruth: string;
let ben: string;

beforeAll(async () => {
  identity = await startIdentity({ ADMIN_EMAILS: 'ruth@base.example,ada@base.example' });
  await identity.makeGroup(await known(identity, 'ruth'), 'Kitchen');
});

beforeEach(async () => {
  await identity.db.deleteFrom('users').execute();
  ruth = await known(identity, 'ruth', 'Ruth');
  ben = await known(identity, 'ben', 'Ben Boyd');
});

afterAll(() => identity.stop());

const remove = (uid: string, by = ruth) => askAs(by, identity, { method: 'DELETE', path: `/api/users/${uid}` });
const removeAsRequested = (node: { url: string } = identity) =>
  askAs(ruth, node, { method: 'DELETE', path: `/api/users/${ben}?requested=true` });
const request = (method: string, uid = ben, node: { url: string } = identity) =>
  askAs(uid, node, { method, path: '/api/me/deletion-request' });
const decline = (by = ruth, uid = ben, node: { url: string } = identity) =>
  askAs(by, node, { method: 'DELETE', path: `/api/users/${uid}/deletion-request` });

describe('deleting somebody’s data', () => {
  test('leaves a former member, and nothing personal anywhere', async () => {
    await askAs(ruth, identity, { method: 'PATCH', path: `/api/users/${ben}`, body: { groups: ['Kitchen'] } });
    const browser = browserAt(identity);
    await signInBy(browser, identity, { sub: 'sub-of-ben', email: 'ben@base.example' });
    await identity.db
      .insertInto('downloads')
      .values({ id: randomUUID(), user_id: ben, session_id: randomUUID() })
      .execute();
    const invitation = { id: randomUUID(), email: 'Ben@Base.example', group_ids: [], invited_by: ruth };
    await identity.db
      .insertInto('invitations')
      .values({ ...invitation, role: 'member' })
      .execute();
    const ended = identity.heard('accessEnded');
    expect(await remove(ben)).toEqual({ status: 204, body: undefined });

    await eventually(() => expect(ended).toEqual([{ sessions: [expect.any(String)], people: [ben] }]));
    // By this answer the device deletes what is left of its person.
    const answer = await askToken(browser, identity);
    expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'account_deactivated' }]);
    const devices = identity.db.selectFrom('sessions').select('sealed_device').where('user_id', '=', ben);
    expect(await devices.execute()).toEqual([{ sealed_device: '' }]);
    for (const table of ['downloads', 'invitations'] as const)
      expect(await identity.db.selectFrom(table).select('id').execute(), table).toEqual([]);
    expect(await askAs(ben, identity, { path: '/api/me' })).toMatchObject({ status: 403 });
    expect(await askAs(ruth, identity, { path: `/api/user/${ben}` })).toMatchObject({
      body: { displayName: 'Former member', photoURL: '' },
    });
    expect(JSON.stringify((await askAs(ruth, identity, { path: '/api/users' })).body)).not.toContain(ben);
    const row = await identity.db.selectFrom('users').selectAll().where('id', '=', ben).executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toMatch(/boyd|base\.example|sub-of/i);
    expect(JSON.stringify(await identity.db.selectFrom('audit_log').selectAll().execute())).not.toMatch(/boyd/i);
    // The groups service is told afterwards.
    await eventually(async () => {
      const { body } = await askInternally(identity, '/internal/people/describe', { uids: [ben] });
      expect(body).toMatchObject([{ groups: ['All Staff'] }]);
    });
    expect((await askAs(ruth, identity, { path: '/api/audit?act=person.deleted&limit=1' })).body).toMatchObject({
      entries: [{ by: { uid: ruth }, target: { id: ben, name: 'Former member' } }],
    });
  });

  test('cannot be done twice, nor is anything changed afterwards', async () => {
    await remove(ben);
    expect(await remove(ben)).toMatchObject({ status: 404 });
    const change = { method: 'PATCH', path: `/api/users/${ben}`, body: { active: true } };
    expect(await askAs(ruth, identity, change)).toMatchObject({ status: 404 });
    const photo = await askInternally(identity, `/internal/people/${ben}/photo`, { photoURL: '/late' });
    // Media must not think that it is in use.
    expect(photo.status).toBe(404);
    expect(await askAs(ruth, identity, { path: `/api/user/${ben}` })).toMatchObject({ body: { photoURL: '' } });
  });

  test('makes somebody new of whoever comes back', async () => {
    await remove(ben);
    const back = await known(identity, 'ben', 'Ben Boyd');
    expect(back).not.toBe(ben);
    expect(await askAs(back, identity, { path: '/api/me' })).toMatchObject({ body: { role: 'member' } });
  });

  test('leaves the invitation that somebody else with the same address has used', async () => {
    const ada = await known(identity, 'ada');
    const id = randomUUID();
    const used = { email: 'ben@base.example', role: 'member' as const, group_ids: [], invited_by: ruth, used_by: ada };
    await identity.db
      .insertInto('invitations')
      .values({ id, ...used })
      .execute();
    await remove(ben);
    expect(await identity.db.selectFrom('invitations').select('id').execute()).toEqual([{ id }]);
  });

  test('is for admins, not of oneself, and leaves an admin, also when two delete each other', async () => {
    expect(await remove(ruth, ben)).toMatchObject({ status: 403 });
    expect(await remove(randomUUID(), ben)).toMatchObject({ status: 403 });
    expect(await remove(ruth)).toMatchObject({ status: 403 });
    expect(await remove(randomUUID())).toMatchObject({ status: 404 });
    const ada = await known(identity, 'ada');
    const answers = await Promise.all([remove(ada, ruth), remove(ruth, ada)]);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    const admins = await identity.db.selectFrom('users').select('id').where('role', '=', 'admin').execute();
    expect(admins).toHaveLength(1);
  });
});

describe('asking for it', () => {
  test('is seen by admins, and may be taken back', async () => {
    expect(await request('GET')).toEqual({ status: 200, body: { requestedAt: null, declinedAt: null } });
    const { body } = await request('POST');
    expect(body).toEqual({ requestedAt: expect.stringMatching(/Z$/), declinedAt: null });
    expect(await request('POST')).toEqual({ status: 200, body });
    expect((await askAs(ruth, identity, { path: '/api/users' })).body).toContainEqual(
      expect.objectContaining({ uid: ben, deletionRequestedAt: (body as { requestedAt: string }).requestedAt }),
    );
    expect(await request('DELETE')).toMatchObject({ status: 204 });
    expect(await request('GET')).toMatchObject({ body: { requestedAt: null } });
    // The log keeps its lines for ever: from where somebody did it would be left of them.
    const fromNowhere = { by: { uid: ben }, address: '', device: '' };
    expect((await askAs(ruth, identity, { path: '/api/audit?limit=2' })).body).toMatchObject({
      entries: [
        { act: 'person.deletion_withdrawn', ...fromNowhere },
        { act: 'person.deletion_requested', ...fromNowhere },
      ],
    });
    expect(await request('POST', randomUUID())).toMatchObject({ status: 401 });
  });

  /** Makes all of these wait for Ben's row, in this order, before the first goes on. */
  async function together<Answer>(...calls: ((node: { url: string }) => Promise<Answer>)[]): Promise<Answer[]> {
    const patient = await identity.buildPatient();
    onTestFinished(() => patient.app.close());
    const answers: Promise<Answer>[] = [];
    await identity.db.transaction().execute(async (trx) => {
      await trx.selectFrom('users').select('id').where('id', '=', ben).forUpdate().executeTakeFirst();
      for (const call of calls) {
        answers.push(call(patient));
        await eventually(async () => expect(await waitingForLocks(identity.db)).toBe(answers.length));
      }
    });
    return Promise.all(answers);
  }
  const lastActs = async () => {
    const { body } = await askAs(ruth, identity, { path: '/api/audit?limit=2' });
    return (body as AnswerOf<typeof listAudit>).entries.map(({ act }) => act);
  };
  const requestIt = (node: { url: string } = identity) => request('POST', ben, node);
  const withdrawIt = (node: { url: string }) => request('DELETE', ben, node);
  const declineIt = (node: { url: string }) => decline(ruth, ben, node);

  test('is recorded once when it is made in two tabs at the same moment', async () => {
    const [before] = await lastActs();
    const [first, second] = await together(requestIt, requestIt);
    expect(first).toMatchObject({ status: 200, body: { requestedAt: expect.stringMatching(/Z$/) } });
    expect(second).toEqual(first);
    expect(await lastActs()).toEqual(['person.deletion_requested', before]);
  });

  test('cannot be made and withdrawn for ever: each is a line of the log that stays', async () => {
    const tom = await known(identity, 'tom');
    const outcomes: number[] = [];
    for (let times = 0; times <= deletionRequestsADay; times += 1) {
      outcomes.push((await request('POST', tom)).status);
      if (times < deletionRequestsADay) expect((await request('DELETE', tom)).status).toBe(204);
    }
    expect(outcomes).toEqual([...Array.from({ length: deletionRequestsADay }, () => 200), 429]);
    expect(await request('GET', tom)).toMatchObject({ body: { requestedAt: null } });
    expect((await lastActs())[0]).toBe('person.deletion_withdrawn');
    expect((await requestIt()).status).toBe(200);
  });

  test('that was just declined cannot be withdrawn any more', async () => {
    await requestIt();
    const answers = await together(declineIt, withdrawIt);
    expect(answers).toMatchObject([{ status: 204 }, { status: 204 }]);
    expect(await lastActs()).toEqual(['person.deletion_declined', 'person.deletion_requested']);
    expect(await request('GET')).toMatchObject({ body: { declinedAt: expect.stringMatching(/Z$/) } });
  });

  test('that was just withdrawn, or declined, is not carried out', async () => {
    const refusal = { status: 409, body: { error: 'They no longer ask for this.', code: 'conflict' } };
    await requestIt();
    expect(await together(withdrawIt, removeAsRequested)).toMatchObject([{ status: 204 }, refusal]);
    await requestIt();
    await decline();
    expect(await removeAsRequested()).toEqual(refusal);
    expect(await request('GET'), 'the person is still there').toMatchObject({ status: 200 });
    await requestIt();
    expect(await removeAsRequested()).toMatchObject({ status: 204 });
  });

  test('is listed for admins, who may decline; the person is told, and may ask again', async () => {
    const list = (by = ruth) => askAs(by, identity, { path: '/api/deletion-requests' });
    expect(await decline()).toMatchObject({ status: 404 });
    await request('POST');
    expect(await list()).toEqual({
      status: 200,
      body: [
        {
          uid: ben,
          displayName: 'Ben Boyd',
          email: 'ben@base.example',
          photoURL: '',
          requestedAt: expect.stringMatching(/Z$/),
        },
      ],
    });
    for (const refused of [await list(ben), await decline(ben)]) expect(refused).toMatchObject({ status: 403 });
    expect(await decline()).toMatchObject({ status: 204 });
    expect(await list()).toMatchObject({ body: [] });
    expect(await request('GET')).toMatchObject({
      body: { requestedAt: null, declinedAt: expect.stringMatching(/Z$/) },
    });
    expect((await askAs(ruth, identity, { path: '/api/audit?limit=1' })).body).toMatchObject({
      entries: [{ act: 'person.deletion_declined', by: { uid: ruth }, target: { id: ben } }],
    });
    expect(await request('POST')).toMatchObject({ body: { requestedAt: expect.any(String), declinedAt: null } });
    expect(await decline(ruth, randomUUID())).toMatchObject({ status: 404 });
    expect(await decline(ruth, 'no-id')).toMatchObject({ status: 404 });
  });
});

describe('ending somebody’s sessions', () => {
  const end = (uid: string, by = ruth) => askAs(by, identity, { method: 'DELETE', path: `/api/users/${uid}/sessions` });

  test('signs them out everywhere; they may sign in again', async () => {
    const claims = { sub: 'sub-of-ben', email: 'ben@base.example' };
    const browsers = [browserAt(identity), browserAt(identity)];
    for (const browser of browsers) await signInBy(browser, identity, claims);
    const ended = identity.heard('accessEnded');
    expect(await end(ben)).toMatchObject({ status: 204 });
    for (const browser of browsers) expect((await askToken(browser, identity)).status).toBe(401);
    await eventually(() => expect(ended).toEqual([{ sessions: [expect.any(String), expect.any(String)], people: [] }]));
    expect((await askAs(ruth, identity, { path: '/api/audit?limit=1' })).body).toMatchObject({
      entries: [{ act: 'person.sessions_ended', target: { id: ben }, after: { sessions: 2 } }],
    });
    await signInBy(browsers[0]!, identity, claims);
    expect((await askToken(browsers[0]!, identity)).status).toBe(200);
  });

  test('is for admins', async () => {
    expect(await end(ruth, ben)).toMatchObject({ status: 403 });
    expect(await end(randomUUID())).toMatchObject({ status: 404 });
  });
});
