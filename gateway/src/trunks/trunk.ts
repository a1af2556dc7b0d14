import { maxSendsAtOnce } from '@koinonia/contracts/chat-internal.ts';
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { callerHeader } from '@koinonia/kit/calls/caller-statement.ts';
import { frameLine } from '@koinonia/kit/trunk/frame-line.ts';
import {
  callFrame,
  type CallHead,
  leavingFrame,
  readTrunkFrame,
  type TrunkAnswer,
  type TrunkFrame,
  trunkPath,
  trunkPlaceHeader,
  trunkProtocol,
} from '@koinonia/kit/trunk/trunk-frames.ts';
import type { ToldClient } from './told-clients.ts';

/** Ms in which a node must accept the trunk. */
const opensWithin = 1000;

/** Ms for which a node that has calls to answer may send nothing, and still counts as one that keeps up. */
const answersWithin = 250;

/** Ms after a failed call in which a node, which may have lost its database, gets calls only if no other keeps up. */
const restsFor = 2000;

/** Numbers take four bytes and are reused; the earlier owner of a number is long gone by then. */
const howManyNumbers = 2 ** 32;

/** An open trunk to a chat node. */
export interface Trunk {
  /** False when the node is ending: it still answers earlier calls. */
  takesCalls(): boolean;
  /** Whether it answers the calls that it has: false when it hangs, fails, or has more than it can do at once. */
  keepsUp(): boolean;
  /** Rejects when the trunk ends before the answer, or when the answer does not come within `ms`. */
  call(head: CallHead, body: Buffer, ms: number): Promise<TrunkAnswer>;
  /** Gives the client a place, by which the node can send to it; when the trunk ends, the client is cut. */
  enter(client: ToldClient): { place: string; leave(): void };
  close(): void;
}

/** Rejects when the node does not accept it: it is away, hangs, or runs a version without trunks. */
export async function openTrunk(origin: string, statement: string, onClosed: () => void): Promise<Trunk> {
  const id = randomBytes(16).toString('base64url');
  const { socket, early } = await dial(origin, { id, statement });
  const calls = callsWithoutAnswer();
  const clients = new Map<number, ToldClient>();
  let isLeaving = false;
  let isOpen = true;
  let enteredSoFar = 0;
  let failedAt = -Infinity;

  const line = frameLine(socket, early, {
    onFrame: (frame) => take(readTrunkFrame(frame)),
    onClosed() {
      isOpen = false;
      calls.failAll(new Error('the trunk ended before the answer'));
      // The last frames may be lost; the clients reconnect and catch up.
      for (const client of clients.values()) client.cut();
      onClosed();
    },
  });

  function take(frame: TrunkFrame): void {
    if (frame.kind === 'answer') {
      if (frame.answer.status >= 500 || frame.answer.statementRefused) failedAt = performance.now();
      calls.answer(frame.number, frame.answer);
    } else if (frame.kind === 'tell') for (const number of frame.numbers) clients.get(number)?.tell(frame.bytes);
    else if (frame.kind === 'leaving') {
      isLeaving = true;
      // So that the node knows that no further call follows.
      line.send(...leavingFrame());
    }
  }

  return {
    takesCalls: () => isOpen && !isLeaving,
    keepsUp: () =>
      calls.count() < maxSendsAtOnce &&
      calls.oldestFor(line.heardAt()) < answersWithin &&
      performance.now() - failedAt > restsFor,
    call(head, body, ms) {
      if (!isOpen) return Promise.reject(new Error('the trunk has ended'));
      const { number, answered } = calls.add(ms);
      line.send(...callFrame(number, head, body));
      return answered;
    },
    enter(client) {
      const number = (enteredSoFar = (enteredSoFar + 1) % howManyNumbers);
      clients.set(number, client);
      return { place: `${id}.${number}`, leave: () => void clients.delete(number) };
    },
    close: line.end,
  };
}

/** The calls that wait for an answer, each with its own number. */
function callsWithoutAnswer() {
  const waiting = new Map<number, PromiseWithResolvers<TrunkAnswer> & { timer: NodeJS.Timeout; at: number }>();
  let calledSoFar = 0;

  /** The caller that waits for this number; each is answered once. */
  function take(number: number) {
    const call = waiting.get(number);
    waiting.delete(number);
    clearTimeout(call?.timer);
    return call;
  }

  return {
    add(ms: number): { number: number; answered: Promise<TrunkAnswer> } {
      const number = (calledSoFar = (calledSoFar + 1) % howManyNumbers);
      const call = Promise.withResolvers<TrunkAnswer>();
      const timer = setTimeout(() => take(number)?.reject(new Error('no answer came by the trunk')), ms);
      waiting.set(number, { ...call, timer, at: performance.now() });
      return { number, answered: call.promise };
    },
    count: () => waiting.size,
    /** Ms that the oldest call has waited since this time, by `performance.now()`; 0 if none waits. */
    oldestFor(since: number): number {
      const [oldest] = waiting.values();
      return oldest ? performance.now() - Math.max(oldest.at, since) : 0;
    },
    answer: (number: number, answer: TrunkAnswer) => take(number)?.resolve(answer),
    failAll(error: Error) {
      for (const number of waiting.keys()) take(number)?.reject(error);
    },
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
    const timer = setTimeout(() => asked.destroy(new Error('the trunk was not accepted in time')), opensWithin);
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
