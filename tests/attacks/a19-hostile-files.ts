import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { deflateSync } from 'node:zlib';
import type { Chat } from '@koinonia/contracts/chat.ts';
import { maxAttachmentBytes, maxAvatarBytes, uploadAttachment } from '@koinonia/contracts/media.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { png } from '../api/a-picture.ts';
import { people, type Person } from '../support/people.ts';
import type { Product } from '../support/product.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(2)</script></svg>';
const html = '<!doctype html><script>alert(1)</script>';
const mebibyte = 1024 * 1024;

/** Hostile file contents are tested in `services/media/src/images/bombs.test.ts` and `services/media/src/uploads`. */
export function hostileFiles(product: () => Product): void {
  const url = (path: string) => product().origins[0]! + path;
  const as = (person: Person) => ({ authorization: `Bearer ${person.token}` });

  /** A multipart body in which every character can be chosen. */
  function upload(
    person: Person,
    path: string,
    parts: readonly { head: string; bytes: Buffer | string }[],
  ): Promise<Response> {
    const pieces = parts.flatMap(({ head, bytes }) => [
      Buffer.from(`--x\r\n${head}\r\n\r\n`),
      Buffer.from(bytes),
      Buffer.from('\r\n'),
    ]);
    const body = Buffer.concat([...pieces, Buffer.from('--x--\r\n')]);
    return fetch(url(path), {
      method: 'POST',
      headers: { ...as(person), 'content-type': 'multipart/form-data; boundary=x' },
      body,
    });
  }
  const part = (field: string, name: string, bytes: Buffer | string, kind = 'image/png') => ({
    head: `content-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${kind}`,
    bytes,
  });

  /** A picture of 30,000 times 30,000 pixels in about a hundred kilobytes: only its header matters, not its pixels. */
  function bomb(): Buffer {
    const bytes = Buffer.from(png);
    bytes.writeUInt32BE(30_000, 16);
    bytes.writeUInt32BE(30_000, 20);
    return Buffer.concat([bytes, deflateSync(Buffer.alloc(mebibyte))]);
  }

  describe('hostile files', () => {
    let ruth: Person;
    let ben: Person;
    let chat: Chat;
    let group: Chat;

    beforeAll(async () => {
      [ruth, ben] = (await people(product(), 2)) as [Person, Person];
      chat = await ruth.directChatWith(ben);
      group = await ruth.groupChatWith([ben], 'Pictures');
    });

    test.each([
      ['an SVG with a script', svg],
      ['a page', html],
      ['a page that begins like a GIF', `GIF89a/*${html}*/=1;alert(1)`],
      ['a ZIP', 'PK\x03\x04 and so on'],
      ['half of a picture', png.subarray(0, 40)],
      ['nothing', ''],
      ['a picture that unpacks to nearly a gigabyte', bomb()],
    ])('A19 %s is no photo of anybody, whatever it says that it is', async (_, bytes) => {
      const before = await ruth.me();
      for (const [path, field] of [
        ['/api/upload-avatar', 'avatar'],
        [`/api/chat/${group.id}/picture`, 'picture'],
      ] as const) {
        const answer = await upload(ruth, path, [part(field, 'me.png', bytes)]);
        expect([path, [400, 413, 415].includes(answer.status)]).toEqual([path, true]);
        await answer.arrayBuffer();
      }
      await expect(ruth.me()).resolves.toEqual(before);
    });

    test.each([
      ['an SVG', svg, 'drawing.png'],
      ['a page', html, 'photo.jpg'],
      ['a page with a name in it', html, `x.html"; filename*=UTF-8''evil.html; x="`],
      ['a script', 'alert(1)', '../../../evil.js'],
      ['a page that turns its name around', html, 'photo\u202egpj.html'],
      ['a page whose name breaks the line', html, 'a%0d%0aContent-Type: text/html%0d%0a%0d%0a.html'],
      ['a page with a long name', html, `${'x'.repeat(300)}.html`],
    ])('A19 %s is handed out as bytes that a browser only keeps', async (_, bytes, name) => {
      const sent = await upload(ruth, `/api/chat/${chat.id}/attachment`, [part('attachment', name, bytes)]);
      expect([201, 400, 415]).toContain(sent.status);
      const told: unknown = await sent.json();
      if (sent.status !== 201) return;
      const about = uploadAttachment.answers[201].parse(told);
      expect(about.name).not.toMatch(/[/\\\r\n\u202a-\u202e\u2066-\u2069]/);
      expect(about.name.length).toBeLessThanOrEqual(255);
      for (const address of [about.url, `${about.url}?w=320`]) {
        const file = await fetch(url(address), { headers: { ...as(ruth), accept: 'text/html' } });
        await file.arrayBuffer();
        if (file.status !== 200) continue;
        const headers = Object.fromEntries(file.headers);
        expect(headers['content-type']).not.toMatch(/html|svg|javascript|xml/);
        expect(headers).toMatchObject({
          'x-content-type-options': 'nosniff',
          'content-security-policy': "sandbox; default-src 'none'",
        });
        expect(headers['content-disposition']).toMatch(/^attachment/);
        expect(headers['cross-origin-resource-policy']).toBe('same-origin');
      }
    });

    test('A19 more files than one, a wrong field, and parts without end are refused', async () => {
      const one = part('avatar', 'me.png', png);
      const many = Array.from({ length: 500 }, (_, n) => ({
        head: `content-disposition: form-data; name="f${n}"`,
        bytes: 'x',
      }));
      const bodies = [[one, one], [part('file', 'me.png', png)], [...many, one], []];
      for (const parts of bodies) {
        const answer = await upload(ruth, '/api/upload-avatar', parts);
        expect([parts.length, answer.status >= 400 && answer.status < 500]).toEqual([parts.length, true]);
        await answer.arrayBuffer();
      }
      for (const kind of [
        'multipart/form-data',
        'multipart/form-data; boundary=',
        `multipart/form-data; boundary=${'x'.repeat(5000)}`,
        'multipart/mixed; boundary=x',
        'application/json',
      ]) {
        const answer = await fetch(url('/api/upload-avatar'), {
          method: 'POST',
          headers: { ...as(ruth), 'content-type': kind },
          body: '--x\r\n',
        });
        expect([kind.slice(0, 50), answer.status >= 400 && answer.status < 500]).toEqual([kind.slice(0, 50), true]);
        await answer.arrayBuffer();
      }
    });

    test('A19 a body without end is cut at the limit, and told so', async () => {
      for (const [path, field, limit] of [
        ['/api/upload-avatar', 'avatar', maxAvatarBytes],
        [`/api/chat/${chat.id}/attachment`, 'attachment', maxAttachmentBytes],
      ] as const) {
        const asked = httpRequest(url(path), {
          method: 'POST',
          headers: { ...as(ruth), 'content-type': 'multipart/form-data; boundary=x' },
        });
        const answered = once(asked, 'response') as Promise<[{ statusCode: number; resume(): void }]>;
        asked.on('error', () => {});
        let answer: { statusCode: number; resume(): void } | null = null;
        void answered.then(
          ([response]) => (answer = response),
          () => {},
        );
        asked.write(`--x\r\ncontent-disposition: form-data; name="${field}"; filename="x.bin"\r\n\r\n`);
        let sent = 0;
        while (answer === null && sent < 4 * limit) {
          sent += mebibyte;
          if (!asked.write(Buffer.alloc(mebibyte, 1)))
            await Promise.race([once(asked, 'drain').catch(() => {}), answered]);
        }
        const [response] = await answered;
        response.resume();
        asked.destroy();
        expect([path, response.statusCode]).toEqual([path, 413]);
      }
    });

    test('A19 a file that hangs in the middle leaves nothing, and holds up nobody', async () => {
      const asked = httpRequest(url(`/api/chat/${chat.id}/attachment`), {
        method: 'POST',
        headers: { ...as(ruth), 'content-type': 'multipart/form-data; boundary=x' },
      });
      asked.on('error', () => {});
      asked.write('--x\r\ncontent-disposition: form-data; name="attachment"; filename="x.bin"\r\n\r\nbeginning');
      const meanwhile = await upload(ruth, '/api/upload-avatar', [part('avatar', 'me.png', png)]);
      expect(meanwhile.status).toBe(200);
      asked.destroy();
      expect(await ruth.messages(chat)).toEqual([]);
    });
  });
}
