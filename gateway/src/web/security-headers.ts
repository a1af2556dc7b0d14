import type { Service } from '@koinonia/kit/http/build-service.ts';

interface Where {
  publicUrl: string;
  issuer: string;
}

const noFeatures = [
  'camera',
  'microphone',
  'geolocation',
  'payment',
  'usb',
  'serial',
  'hid',
  'midi',
  'display-capture',
];

/** The headers that isolate a page. A service may set stricter ones for its own answers (files do). */
export function securityHeaders(app: Service, where: Where): void {
  const headers = isolating(where);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

const isolating = (where: Where) => ({
  'content-security-policy': contentPolicy(where),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': noFeatures.map((feature) => `${feature}=()`).join(', '),
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  // The filter that old browsers have can itself be misused.
  'x-xss-protection': '0',
  ...(isHttps(where) && { 'strict-transport-security': 'max-age=31536000' }),
});

function contentPolicy(where: Where): string {
  const directives = {
    'default-src': ["'self'"],
    // Some browsers do not count a WebSocket to the page's own origin as 'self'.
    'connect-src': ["'self'", where.publicUrl.replace(/^http/, 'ws')],
    'img-src': ["'self'", 'blob:', 'data:'],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'", new URL(where.issuer).origin],
    'frame-ancestors': ["'none'"],
    ...(isHttps(where) && { 'upgrade-insecure-requests': [] }),
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join(';');
}

const isHttps = ({ publicUrl }: Where) => publicUrl.startsWith('https:');
