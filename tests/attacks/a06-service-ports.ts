import { createHmac } from 'node:crypto';
import {
  callerHeader,
  createCallerSigner,
  refusedStatementHeader,
  type Audience,
} from '@koinonia/kit/calls/caller-statement.ts';
import { getGroupNames } from '@koinonia/contracts/groups-internal.ts';
import { describe, expect, test } from 'vitest';
import { createApi } from '../support/api.ts';
import { type Cluster, internalSecret } from '../support/cluster.ts';
import { somebody } from '../support/people.ts';

export function servicePorts(cluster: () => Cluster): void {
  const services = () => {
    const { identity, groups, chatNodes, processes } = cluster();
    const media = processes.find(({ name }) => name === 'media');
    const all: Record<Audience, { url: string; paths: string[] }> = {
      identity: { url: identity.url, paths: ['/api/me', '/api/users', '/internal/sign-in-settings'] },
      groups: { url: groups.url, paths: ['/api/groups', '/internal/x'] },
      media: { url: media!.url, paths: ['/api/media/avatars/x/64', '/internal/attachments/find'] },
      chat: { url: chatNodes[0]!.url, paths: ['/api/chat', '/api/chat/x/messages', '/internal/x'] },
    };
    return Object.entries(all).map(([audience, one]) => ({ audience: audience as Audience, ...one }));
  };
  const ask = async (url: string, path: string, headers: Record<string, string>) =>
    (await createApi([url], null).request('GET', path, undefined, headers)).status;
  const sign = createCallerSigner(internalSecret);

  describe('the ports of the services', () => {
    test('A6 take nobody’s word for who is calling', async () => {
      const ruth = await somebody(cluster());
      const head = Buffer.from('{"alg":"none"}').toString('base64url');
      const body = Buffer.from(JSON.stringify({ kind: 'person', uid: ruth.uid, sessionId: null })).toString(
        'base64url',
      );
      const guessed = createHmac('sha256', 'secret').update(`${head}.${body}`).digest('base64url');
      for (const { url, paths } of services()) {
        for (const path of paths) {
          for (const headers of [
            {},
            { authorization: `Bearer ${ruth.token}` },
            { 'x-user-id': ruth.uid },
            { [callerHeader]: ruth.uid },
            { [callerHeader]: `${head}.${body}.` },
            { [callerHeader]: `${head}.${body}.${guessed}` },
            { [callerHeader]: ruth.token },
          ]) {
            const status = await ask(url, path, headers as Record<string, string>);
            expect([path, headers, [401, 404].includes(status)]).toEqual([path, headers, true]);
          }
        }
      }
    });

    test('A6 take no statement that was meant for another service, or signed with another secret', async () => {
      const ruth = await somebody(cluster());
      const caller = { kind: 'person', uid: ruth.uid, sessionId: null } as const;
      const elsewhere = createCallerSigner('another secret, as long as it has to be');
      for (const { audience, url, paths } of services()) {
        const other = audience === 'chat' ? 'identity' : 'chat';
        expect(await ask(url, paths[0]!, { [callerHeader]: await sign(caller, other) })).toBe(401);
        expect(await ask(url, paths[0]!, { [callerHeader]: await elsewhere(caller, audience) })).toBe(401);
        const atNoAddress = await createApi([url], null).request(
          'POST',
          '/nowhere',
          {},
          {
            [callerHeader]: await sign(caller, other),
          },
        );
        expect([atNoAddress.status, atNoAddress.headers.get(refusedStatementHeader)]).toEqual([401, audience]);
        // Media answers 404, because the file does not exist; the others answer 200.
        const told = await ask(url, paths[0]!, { [callerHeader]: await sign(caller, audience) });
        expect(told).toBe(audience === 'media' ? 404 : 200);
      }
    });

    test('A6 keep the calls of the processes from people, and those of people from processes', async () => {
      const ruth = await somebody(cluster());
      const person = await sign({ kind: 'person', uid: ruth.uid, sessionId: null }, 'groups');
      const process = await sign({ kind: 'process', name: 'gateway' }, 'groups');
      const groups = createApi([cluster().groups.url], null);
      const namesAs = (statement: string) =>
        groups.request(getGroupNames.method, getGroupNames.path, { uids: [ruth.uid] }, { [callerHeader]: statement });
      const listAs = (statement: string) =>
        groups.request('GET', '/api/groups', undefined, { [callerHeader]: statement });
      expect((await namesAs(person)).status).toBe(403);
      expect((await namesAs(process)).status).toBe(200);
      expect((await listAs(process)).status).toBe(403);
      expect((await listAs(person)).status).toBe(200);
    });

    test('A6 are alive, ready and measured, each by itself', async () => {
      for (const { url } of cluster().processes) {
        const anyone = createApi([url], null);
        expect((await anyone.request('GET', '/healthz')).status).toBe(200);
        expect((await anyone.request('GET', '/readyz')).status).toBe(200);
        expect((await anyone.request('GET', '/metrics')).body).toContain('http_request_duration_seconds');
      }
    });
  });
}
