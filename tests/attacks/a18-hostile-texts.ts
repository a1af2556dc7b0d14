import { describe, expect, test } from 'vitest';
import { admin, people, type Person } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { refused } from '../support/refusal.ts';

const markup = '<img src=x onerror=alert(1)><script>alert(2)</script>"\'`${1}{{1}}';

/**
 * CVE-2026-24050, Zulip: a group's name was rendered as markup for admins. What browsers render is tested in
 * `tests/e2e/hostile-texts.spec.ts`; the content of downloads in `services/identity/src/downloads/downloads.test.ts`.
 */
export function hostileTexts(product: () => Product): void {
  describe('hostile texts', () => {
    test('A18 markup is stored as text, and sent as data', async () => {
      const [ruth, ben] = (await people(product(), 2)) as [Person, Person];
      await ruth.api.request('POST', '/api/update-profile', { displayName: markup });
      const chat = await ruth.groupChatWith([ben], markup);
      await ruth.send(chat, markup);
      for (const path of ['/api/chat', `/api/chat/${chat.id}/messages`, `/api/user/${ruth.uid}`, '/api/users']) {
        const answer = await ben.api.request('GET', path);
        expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
        expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
        expect(JSON.stringify(answer.body)).toContain(JSON.stringify(markup).slice(1, -1));
      }
    });

    test('A18 what is asked for is not echoed as a page', async () => {
      const [ruth] = (await people(product(), 1)) as [Person];
      for (const path of [
        `/api/user/${encodeURIComponent(markup)}`,
        `/api/${encodeURIComponent(markup)}`,
        `/api/chat/search?q=${encodeURIComponent(markup)}`,
        `/api/users?sort=${encodeURIComponent(markup)}`,
        `/api/session/google?display=${encodeURIComponent(markup)}`,
        `/api/session/callback?error=${encodeURIComponent(markup)}`,
      ]) {
        const answer = await ruth.api.request('GET', path, undefined, { accept: 'text/html' });
        expect([path, answer.headers.get('content-type') ?? '']).toEqual([path, expect.not.stringContaining('html')]);
        expect(answer.headers.get('location') ?? '').not.toContain('<img');
      }
    });

    test.each([
      'javascript:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      'https://evil.example/track.png',
      '//evil.example/x.png',
      '/api/media/attachments/../../session/google',
      '/api/media/attachments/00000000-0000-7000-8000-000000000000',
      '/api/media/attachments/x" onerror="alert(1)',
      '/api/session/google',
      ' ',
    ])('A18 an attachment at %s is refused', async (attachmentUrl) => {
      const [ruth, ben] = (await people(product(), 2)) as [Person, Person];
      const chat = await ruth.directChatWith(ben);
      await refused(ruth.api.request('POST', '/api/chat/send', { chatId: chat.id, text: 'Look', attachmentUrl }), 400);
      expect(await ben.messages(chat)).toEqual([]);
    });

    test('A18 a reaction is an emoji, and no text that somebody made up', async () => {
      const [ruth, ben] = (await people(product(), 2)) as [Person, Person];
      const chat = await ruth.directChatWith(ben);
      const { id: messageId } = await ruth.send(chat, 'Hello');
      for (const emoji of ['<b>', 'x', 'javascript:', '__proto__', 'constructor', '🎉<img>', '🎉🎉', '\u202e', '']) {
        await refused(ruth.api.request('POST', '/api/chat/react', { chatId: chat.id, messageId, emoji }), 400);
      }
    });

    test('A18 a group’s name that is empty, or hides in invisible letters, is refused', async () => {
      const grace = await admin(product());
      for (const name of ['', '   ', '\u200b', '\u202e\u2066', '\u00a0\u3000', '\ufeff']) {
        await refused(grace.api.request('POST', '/api/groups', { name }), 400);
      }
    });

    test('A18 a table that is downloaded runs nothing in a spreadsheet', async () => {
      const grace = await admin(product());
      const [ruth] = (await people(product(), 1)) as [Person];
      for (const displayName of [
        "=cmd|' /C calc'!A0",
        '+1+1',
        '-1',
        '@SUM(1)',
        '\t=1',
        '=HYPERLINK("https://evil.example")',
      ]) {
        await ruth.api.request('POST', '/api/update-profile', { displayName });
        const { body, headers } = await grace.api.request(
          'GET',
          `/api/users/export?search=${encodeURIComponent(ruth.email)}`,
        );
        expect(headers.get('content-disposition')).toMatch(/^attachment/);
        const [, line = ''] = String(body).split('\n');
        expect([displayName, /(^|[,"])[=+\-@\t]/.test(line)]).toEqual([displayName, false]);
      }
    });
  });
}
