import { expect, test } from 'vitest';
import { pageAtOwnAddress } from './own-address.ts';

const publicUrl = 'http://localhost:8080';

test("a page that is opened at this machine's other name is sent to where sign-in works", () => {
  expect(pageAtOwnAddress(publicUrl, '127.0.0.1:8080', '/chat?open=x')).toBe('http://localhost:8080/chat?open=x');
  expect(pageAtOwnAddress('http://127.0.0.1:8080', 'localhost:8080', '/')).toBe('http://127.0.0.1:8080/');
});

test.each([
  [publicUrl, 'localhost:8080'],
  [publicUrl, '127.0.0.1:9090'],
  [publicUrl, 'evil.example:8080'],
  [publicUrl, '127.0.0.1.evil.example:8080'],
  [publicUrl, undefined],
  ['https://chat.base.example', '127.0.0.1:8080'],
])('where the product is at %s, somebody at %s stays there', (own, host) => {
  expect(pageAtOwnAddress(own, host, '/')).toBeNull();
});
