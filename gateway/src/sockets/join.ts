import type { Socket } from 'node:net';

/** Ms in which data sent before the end may still arrive at the other side. */
const flushWithin = 2000;
/** Ms without a byte in either direction after which a connection is considered dead: chat nodes ping far more often. */
const silentFor = 90_000;

/** Stored on both sockets of a pair, so that all pairs share the functions below, which would take most of its memory. */
const pairOf = Symbol('pair');

interface Pair {
  readonly client: Socket;
  readonly upstream: Socket;
  readonly onClosed: () => void;
  open: number;
}

type Joined = Socket & { [pairOf]: Pair };

/**
 * Joins two connections byte by byte: nothing is parsed. When one side does not read, the other side's own buffer grows, not
 * ours. Neither end outlives the other. `onClosed` is called once, when both are closed.
 */
export function join(client: Socket, upstream: Socket, onClosed: () => void): void {
  for (const one of pair(client, upstream, onClosed)) one.on('data', passOn).on('end', endOther).resume();
}

/** Forwards a node's refusal and ends both. The client's bytes are not sent to the node: they could be another request. */
export function passRefusal(client: Socket, upstream: Socket, onClosed: () => void): void {
  client.resume();
  pair(client, upstream, onClosed)[1].on('data', passOn).on('end', endOther).resume();
  // Some nodes would keep the connection open after a refusal; no more data is expected.
  setTimeout(destroyBoth, flushWithin, client, upstream).unref();
}

/** Ends a connection when its written data has been sent, or after a short time in any case. */
export function endSoon(socket: Socket): void {
  socket.destroySoon();
  setTimeout(() => socket.destroy(), flushWithin).unref();
}

export function ignore(): void {}

/** From now on neither end outlives the other. */
function pair(client: Socket, upstream: Socket, onClosed: () => void): [Joined, Joined] {
  const kept: Pair = { client, upstream, onClosed, open: 2 };
  const both: [Joined, Joined] = [
    Object.assign(client, { [pairOf]: kept }),
    Object.assign(upstream, { [pairOf]: kept }),
  ];
  for (const one of both) one.on('error', ignore).on('close', closeOther);
  // Every byte passes through the client's socket, so one timeout is enough.
  client.setTimeout(silentFor).on('timeout', destroyAll);
  if (client.destroyed || upstream.destroyed) destroyBoth(client, upstream);
  return both;
}

const otherOf = (one: Joined): Joined => {
  const { client, upstream } = one[pairOf];
  return (one === client ? upstream : client) as Joined;
};

function passOn(this: Joined, chunk: Buffer): void {
  const to = otherOf(this);
  if (to.write(chunk)) return;
  this.pause();
  to.once('drain', () => this.resume());
}

/** One side may wait for the other's end for ever, and the other may never read the remaining data. */
function endOther(this: Joined): void {
  const { client, upstream } = this[pairOf];
  otherOf(this).end();
  setTimeout(destroyBoth, flushWithin, client, upstream).unref();
}

function closeOther(this: Joined): void {
  const { onClosed } = this[pairOf];
  this[pairOf].open -= 1;
  if (this[pairOf].open === 0) onClosed();
  else endSoon(otherOf(this));
}

function destroyAll(this: Joined): void {
  const { client, upstream } = this[pairOf];
  destroyBoth(client, upstream);
}

function destroyBoth(...sockets: [Socket, Socket]): void {
  for (const socket of sockets) socket.destroy();
}
