import { describe, expect, test } from 'vitest';
import { createApi } from '../support/api.ts';
import { somebody } from '../support/people.ts';
import { plainRequest } from '../support/plain-request.ts';
import type { Product } from '../support/product.ts';
import { openRawWebSocket } from './raw-websocket.ts';
import { rawHttp, requestOf, statusesOf } from './raw-http.ts';

/**
 * GHSA-c4j6-fc7j-m34r, Next.js (a crafted upgrade was forwarded to a host of the attacker's choice); CVE-2026-15074 and
 * the fast-uri family (two parsers interpreted one address differently). That none of it reaches a service is tested in
 * `gateway/src/proxy/attacks.test.ts`, which can see the services.
 */
export function crookedRequests(product: () => Product): void {
  describe('crooked requests', () => {
    test.each([
      '/internal/people/look-up',
      '/api/../internal/people/look-up',
      '/api/./../internal/people/look-up',
      '/api/%2e%2e/internal/people/look-up',
      '/api/.%2E/internal/people/look-up',
      '/api/%252e%252e/internal/people/look-up',
      '/api/..%2finternal%2fpeople%2flook-up',
      '/api/chat/../../internal/people/look-up',
      '/api/users/../../internal/people/look-up',
      '/api/users/..%2f..%2finternal/people/look-up',
      '/api/users/%5c..%5c..%5cinternal%5cpeople%5clook-up',
      '/api/users/\\..\\..\\internal\\people\\look-up',
      '/api/users/%c0%ae%c0%ae/internal/people/look-up',
      '/api/users/%u002e%u002e/internal/people/look-up',
      '/api//internal/people/look-up',
      '/api/users/;/../internal/people/look-up',
      '/api/users/..;/..;/internal/people/look-up',
      '/api/media/../../internal/people/look-up',
      '/api/session/..%2f../internal/people/look-up',
      '//evil.example/api/me',
      'http://evil.example/internal/people/look-up',
      'http://127.0.0.1:8101/internal/people/look-up',
      '/api/users/%00',
      '/api/users/%',
      '/api/users#/../../internal/people/look-up',
      '/metrics/../internal/people/look-up',
      '*',
    ])('A7 %s leads nowhere', async (path) => {
      const ruth = await somebody(product());
      const headers = { authorization: `Bearer ${ruth.token}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ uids: [ruth.uid] });
      for (const method of ['GET', 'POST']) {
        const sent = method === 'POST' ? { headers, body } : { headers };
        const { status, text } = await plainRequest(product().origins[0]!, method, path, sent);
        expect([method, [400, 401, 403, 404, 405].includes(status)]).toEqual([method, true]);
        expect(text).not.toContain(ruth.name);
        expect(text).not.toContain(ruth.email);
      }
    });

    test('A7 a request that hides in another is never answered (CL.TE, TE.CL, two lengths, odd spellings)', async () => {
      const ruth = await somebody(product());
      const { theme } = await ruth.me();
      const wanted = '{"theme":"dark"}';
      const own = ['Host: x', `Authorization: Bearer ${ruth.token}`, 'Content-Type: application/json'];
      const hidden = requestOf(
        ['POST /api/update-profile HTTP/1.1', ...own, `Content-Length: ${wanted.length}`],
        wanted,
      );
      const head = ['POST /api/chat/create HTTP/1.1', ...own];
      const size = hidden.length.toString(16);
      const attempts: [string[], string][] = [
        [['Content-Length: 5', 'Transfer-Encoding: chunked'], `0\r\n\r\n${hidden}`],
        [['Transfer-Encoding: chunked', 'Content-Length: 4'], `${size}\r\n${hidden}\r\n0\r\n\r\n`],
        [['Content-Length: 0', `Content-Length: ${hidden.length}`], hidden],
        [[`Content-Length: 0, ${hidden.length}`], hidden],
        [['Content-Length: +0'], hidden],
        [['Transfer-Encoding: identity, chunked', 'Content-Length: 3'], `0\r\n\r\n${hidden}`],
        [['Transfer-Encoding : chunked'], `0\r\n\r\n${hidden}`],
        [['Transfer-Encoding: xchunked'], `0\r\n\r\n${hidden}`],
        [['Transfer-Encoding:\tchunked', 'Content-Length: 5'], `0\r\n\r\n${hidden}`],
        [['X: y\nTransfer-Encoding: chunked', 'Content-Length: 5'], `0\r\n\r\n${hidden}`],
        [['Transfer-Encoding: chunked'], `0;x=\n\r\n\r\n${hidden}`],
      ];
      for (const [lines, body] of attempts) {
        const answer = await rawHttp(product().origins[0]!, requestOf([...head, ...lines], body));
        expect([lines, statusesOf(answer)]).toEqual([lines, [400]]);
        await expect(ruth.me()).resolves.toMatchObject({ theme });
      }
    });

    test('A7 an endless head is refused', async () => {
      const big = requestOf(['GET /api/config HTTP/1.1', 'Host: x', `X-Big: ${'x'.repeat(100_000)}`]);
      expect(statusesOf(await rawHttp(product().origins[0]!, big))).toEqual([431]);
      const many = requestOf([
        'GET /api/config HTTP/1.1',
        'Host: x',
        ...Array.from({ length: 5000 }, (_, n) => `X-${n}: x`),
      ]);
      const refusal = await rawHttp(product().origins[0]!, many);
      expect(statusesOf(refusal)).toEqual([431]);
      expect(refusal).toContain('"code":"headers_too_large"');
      const long = requestOf([`GET /api/user/${'x'.repeat(9000)} HTTP/1.1`, 'Host: x', 'Connection: close']);
      expect([401, 404, 414, 431]).toContain(statusesOf(await rawHttp(product().origins[0]!, long))[0]);
      expect((await createApi(product().origins, null).request('GET', '/api/config')).status).toBe(200);
    });

    test('A7 a method that is none of ours, or goes under another name, does nothing', async () => {
      const ruth = await somebody(product());
      for (const method of ['TRACE', 'CONNECT', 'PUT', 'PROPFIND', 'DELETE', 'get']) {
        const head = [
          `${method} /api/update-profile HTTP/1.1`,
          'Host: x',
          `Authorization: Bearer ${ruth.token}`,
          'Connection: close',
        ];
        const answer = await rawHttp(product().origins[0]!, requestOf(head));
        expect([method, answer === '' || statusesOf(answer)[0]! >= 400]).toEqual([method, true]);
        expect(answer).not.toContain(ruth.token.slice(-20));
      }
      const disguised = { 'x-http-method-override': 'POST', 'x-method-override': 'POST', 'x-http-method': 'POST' };
      await expect(
        ruth.api.request('GET', '/api/update-profile?_method=POST&theme=dark', undefined, disguised),
      ).resolves.toMatchObject({ status: 404 });
    });

    test.each([
      '/api/me',
      '/api/socket.io/',
      '/',
      '/socket.iox',
      '/socket.io/../api/me',
      '/internal/x',
      '/../socket.io/',
      '//evil.example/socket.io/',
      'http://evil.example/socket.io/',
      'http://127.0.0.1:8101/internal/people/look-up',
      'ws://127.0.0.1:8101/',
    ])('A7 an upgrade at %s leads nowhere', async (path) => {
      const raw = await openRawWebSocket(product().origins[0]!, path);
      expect(raw.answer).toMatch(/^HTTP\/1\.1 (400|404) /);
      await expect.poll(() => raw.isOpen(), { timeout: 10_000 }).toBe(false);
    });

    test('A7 an upgrade to something that is no WebSocket is none', async () => {
      const ruth = await somebody(product());
      for (const upgrade of ['h2c', 'HTTP/2.0', 'TLS/1.0', 'anything']) {
        const raw = await openRawWebSocket(product().origins[0]!, '/socket.io/?EIO=4&transport=websocket', {
          Upgrade: upgrade,
        });
        expect([upgrade, raw.answer.includes(' 101 ')]).toEqual([upgrade, false]);
        raw.close();
      }
      const h2c = [
        'GET /api/me HTTP/1.1',
        'Host: x',
        'Connection: Upgrade, HTTP2-Settings',
        'Upgrade: h2c',
        'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA',
        `Authorization: Bearer ${ruth.token}`,
      ];
      expect(statusesOf(await rawHttp(product().origins[0]!, requestOf(h2c), 3000))).not.toContain(101);
    });
  });
}
