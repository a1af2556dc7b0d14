import { buildService } from '@koinonia/kit/http/build-service.ts';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { expect, onTestFinished, test } from 'vitest';
import { securityHeaders } from './security-headers.ts';

const ofAnyAnswer = ['connection', 'content-length', 'content-type', 'date'];

async function headersAt(publicUrl: string) {
  const app = buildService({ name: 'gateway', log: createLog('silent', 'gateway') });
  onTestFinished(() => app.close());
  securityHeaders(app, { publicUrl, issuer: 'https://issuer.example/path' });
  const { headers } = await app.inject('/healthz');
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofAnyAnswer.includes(name)));
}

const policy = (socket: string) =>
  `default-src 'self';connect-src 'self' ${socket};img-src 'self' blob: data:;script-src 'self';style-src 'self';` +
  `object-src 'none';base-uri 'none';form-action 'self' https://issuer.example;frame-ancestors 'none'`;

const always = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), midi=(), display-capture=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};

test('the headers that isolate a page, each of them, and no other', async () => {
  expect(await headersAt('http://base.example')).toEqual({
    ...always,
    'content-security-policy': policy('ws://base.example'),
  });
  expect(await headersAt('https://base.example')).toEqual({
    ...always,
    'content-security-policy': `${policy('wss://base.example')};upgrade-insecure-requests`,
    'strict-transport-security': 'max-age=31536000',
  });
});
