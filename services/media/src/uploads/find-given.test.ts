import { randomUUID } from 'node:crypto';
import { attachmentPath } from '@koinonia/contracts/media.ts';
import { headersOfProcess } from '@koinonia/kit/testing/callers.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, attached, chatOf, type Media, startMedia } from '../testing/media.ts';

const pdf = Buffer.from('%PDF-1.7');
const ruth = randomUUID();
let media: Media;
let chatId: string;

beforeAll(async () => {
  media = await startMedia();
  chatId = chatOf(media, ruth);
});
afterAll(() => media.stop());

describe('what chat asks of an address', () => {
  const find = async (body: object) => {
    const answer = await fetch(`${media.url}/internal/attachments/find`, {
      method: 'POST',
      headers: { ...(await headersOfProcess('media')), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return ((await answer.json()) as { attachment: unknown }).attachment;
  };

  test('it is what we gave, to this person, for this chat, to the letter', async () => {
    const { url, ...about } = await attached(media, ruth, chatId, { bytes: pdf, name: 'plan.pdf' });
    expect(await find({ chatId, senderId: ruth, url })).toEqual(about);
    expect(await find({ chatId, senderId: randomUUID(), url })).toBeNull();
    expect(await find({ chatId: chatOf(media, ruth), senderId: ruth, url })).toBeNull();
    const others = [
      '',
      url.slice(0, -1),
      `${url}?w=320`,
      `${url}#x`,
      `http://evil.example${url}`,
      'javascript:alert(1)',
    ];
    for (const other of others) expect(await find({ chatId, senderId: ruth, url: other }), other).toBeNull();
    expect(await find({ chatId, senderId: ruth, url: `${attachmentPath}/${randomUUID()}/plan.pdf` })).toBeNull();
  });

  test('only our own processes ask', async () => {
    const body = JSON.stringify({ chatId, senderId: ruth, url: 'x' });
    const options = { method: 'POST', body, headers: { 'content-type': 'application/json' } };
    expect((await ask(media, ruth, '/internal/attachments/find', options)).status).toBe(403);
    expect((await fetch(`${media.url}/internal/attachments/find`, options)).status).toBe(401);
  });
});
