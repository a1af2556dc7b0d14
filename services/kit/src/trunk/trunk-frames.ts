/**
 * A trunk is one connection from a gateway to a chat node. It replaces many small requests and writes: it carries calls and
 * their answers, and the data for sockets. The word comes from telephony: one line for many calls.
 */
export const trunkPath = '/internal/trunk';
/** The protocol name for the upgrade; its number is raised when the previous version would misunderstand the frames. */
export const trunkProtocol = 'koinonia-trunk-2';
/** Header of a socket's handshake: the trunk over which the socket gets its data, and its number there. */
export const trunkPlaceHeader = 'x-koinonia-trunk';

/** The type of a frame, in its first byte. */
const kinds = { call: 1, answer: 2, tell: 3, leaving: 4 } as const;

/** A call without its body. */
export interface CallHead {
  readonly statement: string;
  readonly requestId: string;
  /** Headers of the call's trace, where traces are collected. */
  readonly trace?: Readonly<Record<string, string>> | undefined;
}

export interface TrunkAnswer {
  readonly status: number;
  /** Seconds, if the answer has the header. */
  readonly retryAfter?: number | undefined;
  /** Whether the node does not accept the call's statement: as `refusedStatementHeader` in an answer by HTTP. */
  readonly statementRefused?: boolean | undefined;
  /** JSON. */
  readonly body: Buffer;
}

/** A frame after reading. The caller numbers calls, the gateway numbers sockets. */
export type TrunkFrame =
  | { readonly kind: 'call'; readonly number: number; readonly head: CallHead; readonly body: Buffer }
  | { readonly kind: 'answer'; readonly number: number; readonly answer: TrunkAnswer }
  /** Bytes for each of these sockets: whole WebSocket frames. */
  | { readonly kind: 'tell'; readonly numbers: readonly number[]; readonly bytes: Buffer }
  /** The node is ending and wants no further calls; the gateway sends it back, and no call comes after it. */
  | { readonly kind: 'leaving' };

export function callFrame(number: number, head: CallHead, body: Uint8Array): Uint8Array[] {
  const told = Buffer.from(JSON.stringify(head));
  const start = Buffer.allocUnsafe(7);
  start[0] = kinds.call;
  start.writeUInt32BE(number, 1);
  start.writeUInt16BE(told.length, 5);
  return [start, told, body];
}

export function answerFrame(
  number: number,
  { status, retryAfter = 0, statementRefused, body }: TrunkAnswer,
): Uint8Array[] {
  const start = Buffer.allocUnsafe(12);
  start[0] = kinds.answer;
  start.writeUInt32BE(number, 1);
  start.writeUInt16BE(status, 5);
  start.writeUInt32BE(retryAfter, 7);
  start[11] = statementRefused ? 1 : 0;
  return [start, body];
}

export function tellFrame(numbers: readonly number[], bytes: Uint8Array): Uint8Array[] {
  const start = Buffer.allocUnsafe(5 + numbers.length * 4);
  start[0] = kinds.tell;
  start.writeUInt32BE(numbers.length, 1);
  numbers.forEach((number, place) => start.writeUInt32BE(number, 5 + place * 4));
  return [start, bytes];
}

export const leavingFrame = (): Uint8Array[] => [Buffer.of(kinds.leaving)];

/** Throws when the bytes are not a frame. */
export function readTrunkFrame(frame: Buffer): TrunkFrame {
  switch (frame.readUInt8()) {
    case kinds.call: {
      const headEnd = 7 + frame.readUInt16BE(5);
      const head = JSON.parse(frame.toString('utf8', 7, headEnd)) as CallHead;
      return { kind: 'call', number: frame.readUInt32BE(1), head, body: frame.subarray(headEnd) };
    }
    case kinds.answer: {
      const retryAfter = frame.readUInt32BE(7) || undefined;
      const statementRefused = frame.readUInt8(11) === 1 || undefined;
      const answer = { status: frame.readUInt16BE(5), retryAfter, statementRefused, body: frame.subarray(12) };
      return { kind: 'answer', number: frame.readUInt32BE(1), answer };
    }
    case kinds.tell: {
      const count = frame.readUInt32BE(1);
      const numbers = Array.from({ length: count }, (_, place) => frame.readUInt32BE(5 + place * 4));
      return { kind: 'tell', numbers, bytes: frame.subarray(5 + count * 4) };
    }
    case kinds.leaving:
      return { kind: 'leaving' };
    default:
      throw new Error(`a trunk's frame of an unknown kind: ${frame[0]}`);
  }
}
