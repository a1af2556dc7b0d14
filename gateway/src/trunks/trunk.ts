import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { callerHeader } from '@koinonia/kit/caller-statement.ts';
import { frameLine } from '@koinonia/kit/trunk/frame-line.ts';
import {
  callFrame,
  type CallHead,
  readTrunkFrame,
  type TrunkAnswer,
  type TrunkFrame,
  trunkPath,
  trunkPlaceHeader,
  trunkProtocol,
} from '@koinonia/kit/trunk/trunk-frames.ts';
import type { ToldClient } from './told-clients.ts';

/** Ms in which a node must take the trunk. */
const opensWithin = 1000;

/** Numbers take four bytes; whoever had one has long gone when it comes again. */
const highestNumber = 2 ** 32;

/** A trunk to a chat node that stands. */
export interface Trunk {
  /** False when the node is ending: it answers what it was asked. */
  takesCalls(): boolean;
  /** Rejects when the trunk ends before the answer, or when it does not come within `ms`. */
  call(head: CallHead, body: Buffer, ms: number): Promise<TrunkAnswer>;
  /** From now on the node can tell this client, by the place that is given back; when the trunk ends, the client is cut. */
  enter(client: ToldClient): { place: string; leave(): void };
  close(): void;
}

interface Waiting {
  readonly timer: NodeJS.Timeout;
  resolve(answer: TrunkAnswer): void;
  reject(error: Error): void;
}

/** Rejects when the node does not take it: it is away, hangs, or is of a version that knows no trunks. */
export async function openTrunk(origin: string, statement: string, onClosed: () => void): Promise<Trunk> {
  const id = randomBytes(16).toString('base64url');
  const { socket, early } = await dial(origin, { id, statement });
  const calls = new Map<number, Waiting>();
  const clients = new Map<number, ToldClient>();
  let isLeaving = false;
  let isOpen = true;
  let calledSoFar = 0;
  let enteredSoFar = 0;

  const line = frameLine(socket, early, {
    onFrame: (frame) => take(readTrunkFrame(frame)),
    onClosed() {
      isOpen = false;
      for (const number of calls.keys()) settle(number)?.reject(new Error('the trunk ended before the answer'));
      // What they were told last may be lost; they come back and catch up.
      for (const client of clients.values()) client.cut();
      onClosed();
    },
  });

  /** Whoever waits for this number: it is answered once. */
  function settle(number: number): Waiting | undefined {
    const waiting = calls.get(number);
    calls.delete(number);
    clearTimeout(waiting?.timer);
    return waiting;
  }

  function take(frame: TrunkFrame): void {
    if (frame.kind === 'answer') settle(frame.number)?.resolve(frame.answer);
    else if (frame.kind === 'tell') for (const number of frame.numbers) clients.get(number)?.tell(frame.bytes);
    else isLeaving ||= frame.kind === 'leaving';
  }

  return {
    takesCalls: () => isOpen && !isLeaving,
    call(head, body, ms) {
      const number = (calledSoFar = (calledSoFar + 1) % highestNumber);
      return new Promise<TrunkAnswer>((resolve, reject) => {
        if (!isOpen) return reject(new Error('the trunk has ended'));
        const timer = setTimeout(() => settle(number)?.reject(new Error('no answer came by the trunk')), ms);
        calls.set(number, { timer, resolve, reject });
        line.send(...callFrame(number, head, body));
      });
    },
    enter(client) {
      const number = (enteredSoFar = (enteredSoFar + 1) % highestNumber);
      clients.set(number, client);
      return { place: `${id}.${number}`, leave: () => void clients.delete(number) };
    },
    close: line.end,
  };
}

function dial(origin: string, { id, statement }: { id: string; statement: string }) {
  return new Promise<{ socket: Socket; early: Buffer }>((resolve, reject) => {
    const asked = request(origin + trunkPath, {
      agent: false,
      headers: {
        connection: 'Upgrade',
        upgrade: trunkProtocol,
        [trunkPlaceHeader]: id,
        [callerHeader]: statement,
      },
    });
    const timer = setTimeout(() => asked.destroy(new Error('the trunk was not taken in time')), opensWithin);
    asked.once('upgrade', (_answer, socket, early) => {
      clearTimeout(timer);
      resolve({ socket, early });
    });
    asked.once('response', (answer) => asked.destroy(new Error(`the trunk was answered by ${answer.statusCode}`)));
    asked.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    asked.end();
  });
}
