import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '@koinonia/kit/errors.ts';
import type { Logger } from '@koinonia/kit/observing/log.ts';
import { refuseConnection } from '@koinonia/kit/http/refuse-connection.ts';
import { createTally } from '@koinonia/kit/tally.ts';
import type { ServiceNodes } from '@koinonia/kit/calls/service-nodes.ts';
import type { GatewayMetrics } from '../metrics.ts';
import { createToldClients } from '../trunks/told-clients.ts';
import type { Trunks } from '../trunks/trunks.ts';
import { type Handshake, shakeHands } from './handshake.ts';
import { endSoon, ignore, join, passRefusal } from './join.ts';
import { noNode, refusalOf } from './refusal.ts';
import { tellForeignOrigins } from './tell-foreign-origins.ts';

const keepAliveAfter = 30_000;

interface SocketRelay {
  /** For the server's `upgrade` event. */
  upgrade(request: IncomingMessage, client: Socket, early: Buffer): void;
  /** Accepts no more sockets, and ends existing ones at random moments within `ms`, so that they do not all return at once. */
  drain(ms: number): void;
}

export interface RelayOptions {
  nodes: ServiceNodes;
  trunks: Trunks;
  publicUrl: string;
  /** Rejects when there are too many sockets from this address. */
  admit: (request: IncomingMessage) => Promise<void>;
  log: Logger;
  metrics: GatewayMetrics;
}

/** Relays browsers' sockets to chat nodes, each to the node with the fewest sockets from this gateway. */
export function createSocketRelay(options: RelayOptions): SocketRelay {
  const { metrics } = options;
  const clients = new Set<Socket>();
  const carry = createCarrier(options);
  const tellForeignOrigin = tellForeignOrigins(options.publicUrl, options.log);
  let draining = false;

  return {
    upgrade(request, client, early) {
      client.on('error', ignore);
      const refusal = draining ? noNode() : refusalOf(request, early, options.publicUrl);
      if (refusal?.code === 'forbidden') tellForeignOrigin(request.headers.origin ?? '');
      if (refusal) return refuseConnection(client, refusal);
      client.setTimeout(0);
      client.setNoDelay(true);
      client.setKeepAlive(true, keepAliveAfter);
      clients.add(client);
      metrics.sockets.inc();
      client.on('close', () => {
        clients.delete(client);
        metrics.sockets.dec();
      });
      void carry(request, client);
    },
    drain(ms) {
      draining = true;
      for (const client of clients) setTimeout(endSoon, Math.random() * ms, client);
    },
  };
}

/** Connects one socket to a node that accepts it, or refuses it. */
function createCarrier({ nodes, trunks, admit, log, metrics }: RelayOptions) {
  const toldClient = createToldClients(() => metrics.slowSockets.inc());
  const perNode = createTally();

  /** The client's place on the node's trunk; null without a trunk: then all data comes over the socket's own connection. */
  async function seatOf(node: string, client: Socket) {
    const trunk = await trunks.reach(node);
    if (!trunk) return null;
    const told = toldClient(client);
    return { ...trunk.enter(told), client: told };
  }

  /** A separate function, so that its closure does not keep the rest of the handshake in memory. */
  const leaving = (uncount: () => void, seat: { leave(): void } | null) => () => {
    uncount();
    metrics.upstreamSockets.dec();
    seat?.leave();
  };

  return async function carry(request: IncomingMessage, client: Socket): Promise<void> {
    const gone = watchForLeaving(client);
    const refusal = await refusalBy(admit, request);
    if (refusal) {
      gone.stopWatching();
      return refuseConnection(client, refusal);
    }
    const requestId = randomUUID();
    for (const node of nodes.inOrder(perNode.of)) {
      const uncount = perNode.add(node);
      metrics.upstreamSockets.inc();
      const seat = await seatOf(node, client);
      const leave = leaving(uncount, seat);
      const way = { requestId, place: seat?.place ?? null, signal: gone.signal };
      const handshake = await shakeHands(node, request, way).catch((err: unknown) => {
        leave();
        if (!gone.signal.aborted) log.warn({ err, node, reqId: requestId }, 'a chat node could not accept a socket');
        return null;
      });
      if (gone.signal.aborted) return letGo(handshake, client, leave);
      if (handshake) {
        log.debug({ node, reqId: requestId, accepted: handshake.accepted }, 'a socket goes to a chat node');
        gone.stopWatching();
        connectBoth(handshake, client, leave);
        return seat?.client.follow(handshake.answer, handshake.upstream);
      }
      nodes.reportFailure(node);
    }
    gone.stopWatching();
    refuseConnection(client, noNode());
  };
}

function refusalBy(admit: RelayOptions['admit'], request: IncomingMessage): Promise<AppError | null> {
  return admit(request).then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error : noNode()),
  );
}

function connectBoth({ upstream, answer, accepted }: Handshake, client: Socket, onClosed: () => void): void {
  client.write(answer);
  if (accepted) join(client, upstream, onClosed);
  else passRefusal(client, upstream, onClosed);
}

function letGo(handshake: Handshake | null, client: Socket, onClosed: () => void): void {
  client.destroy();
  if (!handshake) return;
  handshake.upstream.once('close', onClosed);
  handshake.upstream.destroy();
}

/** Detects a client that leaves, or that sends data too early, during its handshake. */
function watchForLeaving(client: Socket): { signal: AbortSignal; stopWatching: () => void } {
  const left = new AbortController();
  const abort = () => left.abort();
  const events = ['data', 'end', 'close'] as const;
  for (const event of events) client.on(event, abort);
  return {
    signal: left.signal,
    stopWatching() {
      for (const event of events) client.off(event, abort);
      client.pause();
    },
  };
}
