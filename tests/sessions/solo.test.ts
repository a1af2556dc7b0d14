import { endSessions } from '@koinonia/infra/sessions/src/testing/command.ts';
import { describe, expect, test } from 'vitest';
import { fiveSeconds } from '../attacks/ends-within.ts';
import { signInByBrowser } from '../support/browser-session.ts';
import { startSolo } from '../support/solo.ts';
import { started } from '../support/started.ts';
import { signingOut } from './signing-out.ts';

describe('solo form', () => {
  const product = started(startSolo);
  signingOut(product, ({ dataDir }) => ({ DATA_DIR: dataDir }));

  test('a restart signs nobody out: the tokens that browsers have are still good', async () => {
    const ruth = await signInByBrowser(product(), { email: 'ruth@base.example', subject: 'ruth@base.example' });
    await product().process.stop();
    await product().process.start();
    expect((await ruth.api.request('GET', '/api/me')).status).toBe(200);
  });

  test('people are signed out while it does not run, too', async () => {
    const ruth = await signInByBrowser(product(), { email: 'ruth@base.example', subject: 'ruth@base.example' });
    await product().process.stop();
    const ended = await endSessions({ DATA_DIR: product().dataDir }, 'ruth@base.example');
    await product().process.start();
    expect(ended).toMatchObject({ code: 0, complaint: '' });
    const status = async () => (await ruth.api.request('GET', '/api/me')).status;
    await expect.poll(status, { timeout: fiveSeconds, interval: 200 }).toBe(401);
    expect((await ruth.api.request('POST', '/api/session/token', undefined, { cookie: ruth.cookie })).status).toBe(401);
  });
});
