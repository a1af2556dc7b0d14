import { listAudit, verifyAudit } from '@koinonia/contracts/audit.ts';
import { auditWordsOf } from '@koinonia/contracts/audit-words.ts';
import { endSessions } from '@koinonia/infra/sessions/src/testing/command.ts';
import { describe, expect, test } from 'vitest';
import { endsWithin, fiveSeconds } from '../attacks/ends-within.ts';
import { createApi } from '../support/api.ts';
import { type BrowserSession, signInByBrowser } from '../support/browser-session.ts';
import { openSocket } from '../support/live-socket.ts';
import { admin } from '../support/people.ts';
import type { Product } from '../support/product.ts';

/** `stores`: the variables by which the command finds this product's database. */
export function signingOut<P extends Product>(product: () => P, stores: (product: P) => Record<string, string>): void {
  const run = (...args: string[]) => endSessions(stores(product()), ...args);
  const signIn = (name: string, email: string, userAgent?: string) =>
    signInByBrowser(product(), { name, email, subject: email, ...(userAgent !== undefined && { userAgent }) });
  const connect = ({ token }: BrowserSession) => openSocket(product().origins[0]!, token);
  const statusOf = async ({ api }: BrowserSession) => (await api.request('GET', '/api/me')).status;
  const askToken = async ({ cookie }: BrowserSession) => {
    const anyone = createApi(product().origins, null);
    return (await anyone.request('POST', '/api/session/token', undefined, { cookie })).status;
  };
  const isOut = async (session: BrowserSession) => {
    await expect.poll(() => statusOf(session), { timeout: fiveSeconds, interval: 200 }).toBe(401);
    expect(await askToken(session)).toBe(401);
  };
  /** What the log says of the last time that anybody was signed out, as an admin sees it. */
  const logged = async () => {
    const grace = await admin(product());
    expect(await grace.api.call(verifyAudit)).toMatchObject({ ok: true });
    const { entries } = await grace.api.call(listAudit, { query: { act: 'person.sessions_ended', limit: 1 } });
    return entries.map((entry) => {
      const { doer, verb, target } = auditWordsOf(entry);
      return [doer, verb, target, entry.after];
    });
  };

  describe('whoever runs the server signs out', () => {
    test('one person, on all their devices, whose live connections end too', async () => {
      const phone = await signIn('Ruth Nyambura', 'ruth@base.example', 'Mozilla/5.0 (iPhone)');
      const desk = await signIn('Ruth Nyambura', 'ruth@base.example');
      const other = await signIn('Ben Ali', 'ben@base.example');
      const [phones, desks, others] = [await connect(phone), await connect(desk), await connect(other)];

      expect(await run('Ruth@Base.example')).toEqual({
        code: 0,
        said: 'Signed Ruth@Base.example out of 2 device(s).\n',
        complaint: '',
      });
      await Promise.all([endsWithin(fiveSeconds, [phones, desks]), isOut(phone), isOut(desk)]);
      expect([others.isConnected(), await statusOf(other), await askToken(other)]).toEqual([true, 200, 200]);
      others.close();
      const doer = 'Whoever runs the server';
      expect(await logged()).toEqual([[doer, 'signed', 'Ruth Nyambura', { sessions: 2 }]]);
      expect(await statusOf(await signIn('Ruth Nyambura', 'ruth@base.example')), 'they may come again').toBe(200);
    });

    test('everybody', async () => {
      const [ruth, ben] = [
        await signIn('Ruth Nyambura', 'ruth@base.example'),
        await signIn('Ben Ali', 'ben@base.example'),
      ];
      const sockets = [await connect(ruth), await connect(ben)];
      const { code, said } = await run('--everybody');
      expect([code, said]).toEqual([0, expect.stringMatching(/^Signed everybody out of \d+ device\(s\)\.\n$/)]);
      await Promise.all([endsWithin(fiveSeconds, sockets), isOut(ruth), isOut(ben)]);
      const sessions = Number(/\d+/.exec(said)?.[0]);
      expect(sessions).toBeGreaterThanOrEqual(2);
      expect(await logged()).toEqual([
        ['Whoever runs the server', 'signed everybody out of all devices', null, { sessions }],
      ]);
      expect(await run('--everybody')).toMatchObject({ code: 0, said: 'Signed everybody out of 0 device(s).\n' });
    });

    test('nobody, where nobody has the address', async () => {
      const ruth = await signIn('Ruth Nyambura', 'ruth@base.example');
      const before = await logged();
      expect(await run('rut@base.example')).toEqual({
        code: 1,
        said: '',
        complaint: '\nNobody here has the address rut@base.example.\n',
      });
      expect([await askToken(ruth), await logged()]).toEqual([200, before]);
    });
  });
}
