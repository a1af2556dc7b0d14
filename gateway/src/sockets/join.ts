import type { Socket } from 'node:net';

/** Ms in which what was sent before an end may still arrive at the other side. */
const flushWithin = 2000;
/** Ms without a byte in either direction after which a connection is dead: chat nodes ping far more often. */
const silentFor = 90_000;

/**
 * Joins two connections byte by byte: nothing is parsed, and a side that does not read makes the other one's own
 * buffer grow, not ours. Neither end outlives the other. `onClosed` is called once, when both are closed.
 */
export function join(client: Socket, upstream: Socket, onClosed: () => void): void {
  client.pipe(upstream);
  upstream.pipe(client);
  endTogether(client, upstream, onClosed);
}

/** Passes on a node's refusal and ends both. Nothing of the client's goes to the node: it could be another request. */
export function passRefusal(client: Socket, upstream: Socket, onClosed: () => void): void {
  client.resume();
  upstream.pipe(client);
  endTogether(client, upstream, onClosed);
  // A node that would keep the connection open after its refusal has nothing more to say.
  setTimeout(destroyAll, flushWithin, client, upstream).unref();
}

/** Ends a connection when what was written to it is sent, or in any case shortly. */
export function endSoon(socket: Socket): void {
  socket.destroySoon();
  setTimeout(() => socket.destroy(), flushWithin).unref();
}

function endTogether(client: Socket, upstream: Socket, onClosed: () => void): void {
  let open = 2;
  for (const [one, other] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    one.setTimeout(silentFor, () => destroyAll(client, upstream));
    one.on('error', () => {});
    // A side that has ended may wait for the other's end for ever, and the other may never read what is left.
    one.once('end', () => setTimeout(destroyAll, flushWithin, client, upstream).unref());
    one.once('close', () => {
      open -= 1;
      if (open === 0) onClosed();
      else endSoon(other);
    });
  }
  if (client.destroyed || upstream.destroyed) destroyAll(client, upstream);
}

function destroyAll(...sockets: Socket[]) {
  for (const socket of sockets) socket.destroy();
}
