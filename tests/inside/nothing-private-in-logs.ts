import { randomUUID } from 'node:crypto';
import { updateProfile } from '@koinonia/contracts/identity.ts';
import { invitePeople } from '@koinonia/contracts/invitations.ts';
import { processNames } from '@koinonia/infra/processes.ts';
import { describe, expect, test } from 'vitest';
import { signInByBrowser } from '../support/browser-session.ts';
import type { Cluster } from '../support/cluster.ts';
import { openSocket } from '../support/live-socket.ts';
import { admin, somebody } from '../support/people.ts';
import { domain } from '../support/product.ts';
import { internalSecret } from '../support/cluster.ts';
import type { TraceCollector } from '@koinonia/kit/testing/trace-collector.ts';

/** Unique texts, so that a single occurrence is a fault. */
const marker = (what: string) => `${what}x${randomUUID().replaceAll('-', '')}`;

export function nothingPrivateInLogs(cluster: () => Cluster, collector: () => TraceCollector): void {
  const said = () => cluster().processes.flatMap(({ name, lines }) => lines().map((line) => `${name}: ${line}`));
  /** The lines that contain a secret, without repeating the secret. */
  const told = (secrets: Record<string, string>) => {
    const lines = [...said(), collector().received()];
    return Object.entries(secrets).flatMap(([what, secret]) =>
      lines.filter((line) => line.includes(secret)).map((line) => `${what} in ${line.slice(0, 300)}`),
    );
  };

  /**
   * Resolves when the collector has these spans of what began after `since`, each as often as it is named. Processes send them
   * in batches: right after a call it has none of them.
   */
  const traced = async (since: number, names: readonly string[]) => {
    const missing = () => {
      const come = collector()
        .spans.filter(({ startTimeUnixNano }) => Number(startTimeUnixNano) >= since * 1e6)
        .map(({ service, name }) => `${service} ${name}`);
      return names.filter((name) => countIn(come, name) < countIn(names, name));
    };
    await expect.poll(missing).toEqual([]);
  };

  describe('logs at every level, and traces', () => {
    test('hold no token, cookie, e-mail, name or text, whatever people do', async () => {
      const begun = Date.now();
      const mailbox = marker('mailbox');
      const name = marker('Name');
      const text = marker('text');
      const sought = marker('sought');
      const phone = '+1 (555) 019-9887';
      const ruth = await signInByBrowser(cluster(), { email: `${mailbox}@${domain}`, name });
      const ben = await somebody(cluster());
      const grace = await admin(cluster());
      const chat = await ben.directChatWith({ ...ben, uid: ruth.uid });

      await ruth.api.call(updateProfile, { body: { displayName: `${name} Again`, phone } });
      await ruth.api.request('POST', '/api/chat/send', { chatId: chat.id, text, clientId: randomUUID() });
      const file = new FormData();
      file.set('attachment', new Blob(['%PDF-1.7\n']), `${text}.pdf`);
      const headers = { authorization: `Bearer ${ruth.token}` };
      const address = `${cluster().publicUrl}/api/chat/${chat.id}/attachment`;
      expect((await fetch(address, { method: 'POST', headers, body: file })).status).toBe(201);
      await ruth.api.request('GET', `/api/chat/search?q=${sought}`);
      await ben.api.request('GET', `/api/users?search=${mailbox}`);
      const csv = `email\n${sought}@${domain}`;
      expect(await grace.api.call(invitePeople, { body: { csv, dryRun: false } })).toMatchObject({ stored: true });
      const socket = await openSocket(cluster().publicUrl, ruth.token);
      await socket.join([chat]);
      socket.close();
      await traced(begun, [
        ...byBoth('identity', 'POST /api/session/token'),
        ...byBoth('identity', 'POST /api/update-profile'),
        ...byBoth('chat', 'POST /api/chat/send'),
        ...byBoth('media', 'POST /api/chat/:id/attachment'),
        'gateway GET /api/chat/*',
        'chat GET /api/chat/search',
        ...byBoth('identity', 'GET /api/users'),
        ...byBoth('identity', 'POST /api/invitations'),
      ]);

      expect(
        told({
          mailbox,
          name,
          text,
          sought,
          phone,
          cookie: valueOf(ruth.cookie),
          token: ruth.token,
          idToken: ben.token,
          statement: 'x-koinonia-caller',
        }),
      ).toEqual([]);
    });

    test('hold none of it when things go wrong either', async () => {
      const begun = Date.now();
      const ben = await somebody(cluster());
      const text = marker('text');
      const forged = `${ben.token.slice(0, -12)}${marker('forged').slice(0, 12)}`;
      const body = `{"chatId": "${marker('chat')}", "text": "${text}`;
      await ben.api.request('POST', '/api/chat/send', body);
      await ben.api.request('POST', '/api/chat/send', { chatId: text, text });
      await ben.api.request('GET', '/api/me', undefined, { authorization: `Bearer ${forged}` });
      await ben.api.request('GET', '/api/me', undefined, { cookie: `__Host-session=${text}` });
      await ben.api.request('GET', `/api/session/callback?code=${text}&state=${text}`);
      await openSocket(cluster().publicUrl, forged).catch(() => {});
      const stranger = await cluster().issuer.sign({ sub: text, email: `${text}@elsewhere.example` });
      await ben.api.request('GET', '/api/me', undefined, { authorization: `Bearer ${stranger}` });

      const chat = await ben.directChatWith(await somebody(cluster()));
      await cluster().postgres.crash();
      await ben.send(chat, text).catch(() => {});
      await ben.api.request('POST', '/api/update-profile', { displayName: text });
      await cluster().redis.kill();
      await ben.send(chat, text).catch(() => {});
      await cluster().redis.start();
      await cluster().postgres.answering();
      await traced(begun, [
        ...Array.from({ length: 4 }, () => byBoth('chat', 'POST /api/chat/send')).flat(),
        ...byBoth('identity', 'GET /api/session/callback'),
        ...byBoth('identity', 'POST /api/update-profile'),
      ]);

      expect(told({ text, forged, stranger, token: ben.token, internalSecret })).toEqual([]);
      expect(told({ signature: ben.token.split('.')[2] ?? '' })).toEqual([]);
    });

    test('are there at all', () => {
      const services = new Set(said().map((line) => /"service":"([\w-]+)"/.exec(line)?.[1]));
      expect([...services]).toEqual(expect.arrayContaining(processNames));
      expect(said().filter((line) => line.includes('"level":"debug"')).length).toBeGreaterThan(20);
    });
  });
}

/** The spans of a call that the gateway passes on. */
const byBoth = (service: string, name: string) => [`gateway ${name}`, `${service} ${name}`];

const countIn = (names: readonly string[], name: string) => names.filter((one) => one === name).length;

const valueOf = (cookie: string) => cookie.slice(cookie.indexOf('=') + 1);
