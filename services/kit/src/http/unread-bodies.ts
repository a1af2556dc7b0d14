import type { Service } from './build-service.ts';

/** Ms in which the rest of a refused body may still arrive. */
const lingers = 5000;

/**
 * Lets a client read why its body was refused. When a connection is closed while the client still sends, it is reset, and
 * the answer is lost (an upload that is too large would look like a broken network). So the rest is read and discarded
 * for a while, and only then is the connection closed.
 */
export function letUnreadBodiesFlowOff(app: Service): void {
  app.addHook('onSend', async (request, reply) => {
    if (!request.raw.complete) reply.removeHeader('connection');
  });
  app.addHook('onResponse', async (request) => {
    if (request.raw.complete || request.raw.destroyed) return;
    setTimeout(() => request.raw.complete || request.raw.destroy(), lingers).unref();
  });
}
