import type { Service } from './build-service.ts';

/** Ms in which the rest of a body that was refused may still come in. */
const lingers = 5000;

/**
 * Lets whoever sends read why their body was refused: a connection that is closed while they still send is reset, and
 * the answer is lost with it (an upload that is too large would look like a broken network). So the rest flows off for
 * a while, and only then is the connection cut.
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
