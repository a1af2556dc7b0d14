import fastifyHelmet from '@fastify/helmet';
import type { Service } from '@koinonia/kit/build-service.ts';

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
export async function securityHeaders(app: Service, where: { publicUrl: string; issuer: string }): Promise<void> {
  const isHttps = where.publicUrl.startsWith('https:');
  await app.register(fastifyHelmet, {
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
  app.addHook('onRequest', async (_request, reply) => void reply.header('permissions-policy', permissions));
}
