import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Service } from '@koinonia/kit/http/build-service.ts';
import helmet, { type HelmetOptions } from 'helmet';

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
const permissions = noFeatures.map((feature) => `${feature}=()`).join(', ');

/** The headers that isolate a page. A service may set stricter ones for its own answers (files do). */
export function securityHeaders(app: Service, where: { publicUrl: string; issuer: string }): void {
  const isHttps = where.publicUrl.startsWith('https:');
  const isolating = headersBy({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
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
        ...(isHttps && { 'upgrade-insecure-requests': [] }),
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    hsts: isHttps && { maxAge: 31_536_000, includeSubDomains: false },
  });
  const headers = { ...isolating, 'permissions-policy': permissions };
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

/** What helmet sets, which is the same for every answer: setting it anew was a twelfth of what a call costs the gateway. */
function headersBy(options: HelmetOptions) {
  const answer = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(options)(answer.req, answer, () => {});
  return answer.getHeaders();
}
