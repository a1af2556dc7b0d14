import type { IncomingMessage, Server as HttpServer } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { type Caller, callerHeader } from '@koinonia/kit/calls/caller-statement.ts';
import type { Logger } from '@koinonia/kit/observing/log.ts';
import { frameLine } from '@koinonia/kit/trunk/frame-line.ts';
import {
  answerFrame,
  type CallHead,
  leavingFrame,
  readTrunkFrame,
  tellFrame,
  type TrunkAnswer,
  trunkPath,
  trunkPlaceHeader,
  trunkProtocol,
} from '@koinonia/kit/trunk/trunk-frames.ts';

/** Ms in which a gateway must confirm that this node is leaving. */
const heardWithin = 1000;

/** This node's end of a gateway's trunk. */
export interface TrunkEnd {
  isOpen(): boolean;
  /** Sends whole WebSocket frames to the sockets with these numbers. */
  tell(numbers: readonly number[], frames: Buffer): void;
}

type Answer = (head: CallHead, body: Buffer) => Promise<TrunkAnswer>;

/** The trunk that serves a socket, and the socket's number there. */
export interface TrunkPlace {
  readonly trunk: TrunkEnd;
  readonly number: number;
}

/** The gateways' trunks to this node. */
export interface Trunks {
  /** Passes the calls of all trunks to this function. It never rejects. */
  onCall(answer: Answer): void;
  /** The trunk and number that a socket's handshake names; null if there is no such trunk. */
  placeOf(told: string | string[] | undefined): TrunkPlace | null;
  /** Called when a trunk ended: the last events sent over it may be lost. */
  onEnded(listener: (trunk: TrunkEnd) => void): void;
  /** Asks for no more calls; calls under way are answered, and sockets get their events as before. */
  leave(): void;
  /** Ends the trunks when all calls are answered. */
  close(): Promise<void>;
}

export function acceptTrunks(options: {
  httpServer: HttpServer;
  verify: (statement: string | undefined) => Promise<Caller>;
  log: Logger;
}): Trunks {
  const open = new Map<string, OpenEnd>();
  const calls = answeredCalls();
  const listeners: ((trunk: TrunkEnd) => void)[] = [];
  let isLeaving = false;
  let left: Promise<unknown> = Promise.resolve();

  options.httpServer.on('upgrade', (request, socket, early) => {
    if (request.url !== trunkPath) return;
    socket.on('error', () => {});
    const statement = request.headers[callerHeader];
    options.verify(typeof statement === 'string' ? statement : undefined).then(
      ({ kind }) => (kind === 'process' && !isLeaving ? accept(request, socket as Socket, early) : refuse(socket)),
      () => refuse(socket),
    );
  });

  function accept(request: IncomingMessage, socket: Socket, early: Buffer): void {
    // It broke off meanwhile, and will not say so again.
    if (socket.destroyed) return;
    const id = request.headers[trunkPlaceHeader];
    if (request.headers.upgrade !== trunkProtocol || typeof id !== 'string' || open.has(id)) return refuse(socket);
    const end = openEnd(socket, early, { take: calls.take, onClosed });
    open.set(id, end);

    function onClosed() {
      open.delete(id as string);
      options.log.info('a gateway’s trunk ended');
      for (const listener of listeners) listener(end);
    }
  }

  return {
    onCall: calls.onCall,
    placeOf(told) {
      const [id = '', number = ''] = typeof told === 'string' ? told.split('.') : [];
      const trunk = open.get(id);
      return trunk ? { trunk, number: Number(number) } : null;
    },
    onEnded: (listener) => void listeners.push(listener),
    leave() {
      isLeaving = true;
      left = Promise.all(Array.from(open.values(), ({ leave }) => leave()));
    },
    async close() {
      // Calls that the gateways sent before they knew have arrived by then.
      await Promise.race([left, wait(heardWithin)]);
      await calls.allAnswered();
      for (const { close } of open.values()) close();
    },
  };
}

/** Passes calls to the function that answers them, and knows when all are answered. */
function answeredCalls() {
  const answering = new Set<Promise<unknown>>();
  let answer: Answer | null = null;
  return {
    onCall: (given: Answer) => void (answer = given),
    async take(head: CallHead, body: Buffer): Promise<TrunkAnswer> {
      if (!answer) throw new Error('nobody answers calls yet');
      const answered = answer(head, body).finally(() => answering.delete(answered));
      answering.add(answered);
      return answered;
    },
    allAnswered: () => Promise.all(answering),
  };
}

interface OpenEnd extends TrunkEnd {
  /** Resolves when the gateway will send no more calls. */
  leave(): Promise<void>;
  close(): void;
}

function openEnd(socket: Socket, early: Buffer, { take, onClosed }: { take: Answer; onClosed: () => void }): OpenEnd {
  let isOpen = true;
  socket.write(`HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: ${trunkProtocol}\r\n\r\n`);
  const callsNoMore = Promise.withResolvers<void>();
  const line = frameLine(socket, early, {
    onFrame(bytes) {
      const frame = readTrunkFrame(bytes);
      if (frame.kind === 'leaving') return callsNoMore.resolve();
      if (frame.kind !== 'call') return;
      take(frame.head, frame.body).then(
        (given) => line.send(...answerFrame(frame.number, given)),
        () => line.destroy(),
      );
    },
    onClosed() {
      isOpen = false;
      callsNoMore.resolve();
      onClosed();
    },
  });
  return {
    isOpen: () => isOpen,
    tell: (numbers, frames) => line.send(...tellFrame(numbers, frames)),
    leave() {
      line.send(...leavingFrame());
      return callsNoMore.promise;
    },
    close: line.end,
  };
}

function refuse(socket: Duplex): void {
  socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
}
