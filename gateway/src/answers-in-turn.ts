import { AsyncResource } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Service } from '@koinonia/kit/http/build-service.ts';

/** Requests of one connection that may wait for their turn: far more than any client sends ahead. */
const mayWait = 100;

interface Asked {
  readonly answer: ServerResponse;
  /** The requests before this one that were not answered yet. */
  readonly waiting: number;
}

/**
 * Handles a request once the answer before it on its connection has gone out. Node.js would handle at once all requests that a
 * client has sent ahead, and hold their answers, with the files in them, until the client reads them.
 */
export function giveAnswersInTurn(app: Service): void {
  const last = new WeakMap<Socket, Asked>();

  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const before = last.get(socket);
    const isFirst = before === undefined || before.answer.writableFinished;
    const waiting = isFirst ? 0 : before.waiting + 1;
    last.set(socket, { answer: reply.raw, waiting });
    if (isFirst) return done();
    if (waiting > mayWait) return void socket.destroy();
    // When the connection has ended, nobody waits for the answer.
    const goOn = AsyncResource.bind(() => socket.destroyed || done());
    before.answer.once('close', goOn);
  });
}
