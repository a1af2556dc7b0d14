/**
 * A trunk is one connection from a gateway to a chat node that carries what would else be many small requests and writes:
 * calls and their answers, and what sockets are told. In the words of telephony, one line for many calls.
 */
export const trunkPath = '/internal/trunk';
/** The protocol that is upgraded to; its number is raised when an end of the version before would misunderstand. */
export const trunkProtocol = 'koinonia-trunk-1';
/** On a socket's handshake, by which trunk it can be told and by which number. */
export const trunkPlaceHeader = 'x-koinonia-trunk';

/** What a frame is, in its first byte. */
const kinds = { call: 1, answer: 2, tell: 3, leaving: 4 } as const;

/** What is known of a call besides its body. */
export interface CallHead {
  readonly statement: string;
  readonly requestId: string;
  /** Headers of the trace that it belongs to, where traces are collected. */
  readonly trace?: Readonly<Record<string, string>> | undefined;
}

export interface TrunkAnswer {
  readonly status: number;
  /** Seconds, where the answer says so. */
  readonly retryAfter?: number | undefined;
  /** JSON. */
  readonly body: Buffer;
}

/** A frame as it was read. The numbers of calls are the caller's, those of sockets the gateway's. */
export type TrunkFrame =
  | { readonly kind: 'call'; readonly number: number; readonly head: CallHead; readonly body: Buffer }
  | { readonly kind: 'answer'; readonly number: number; readonly answer: TrunkAnswer }
  /** Bytes for each of these sockets: whole frames of WebSocket. */
  | { readonly kind: 'tell'; readonly numbers: readonly number[]; readonly bytes: Buffer }
  /** The node is ending and wants no further calls; said back by the gateway, none comes after it. */
  | { readonly kind: 'leaving' };

export function callFrame(number: number, head: CallHead, body: Uint8Array): Uint8Array[] {
  const told = Buffer.from(JSON.stringify(head));
  const start = Buffer.allocUnsafe(7);
  start[0] = kinds.call;
  start.writeUInt32BE(number, 1);
  start.writeUInt16BE(told.length, 5);
  return [start, told, body];
}

export function answerFrame(number: number, { status, retryAfter = 0, body }: TrunkAnswer): Uint8Array[] {
  const start = Buffer.allocUnsafe(11);
  start[0] = kinds.answer;
  start.writeUInt32BE(number, 1);
  start.writeUInt16BE(status, 5);
  start.writeUInt32BE(retryAfter, 7);
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

/** Throws when the bytes are no frame. */
export function readTrunkFrame(frame: Buffer): TrunkFrame {
  switch (frame.readUInt8()) {
    case kinds.call: {
      const headEnd = 7 + frame.readUInt16BE(5);
      const head = JSON.parse(frame.toString('utf8', 7, headEnd)) as CallHead;
      return { kind: 'call', number: frame.readUInt32BE(1), head, body: frame.subarray(headEnd) };
    }
    case kinds.answer: {
      const retryAfter = frame.readUInt32BE(7) || undefined;
      const answer = { status: frame.readUInt16BE(5), retryAfter, body: frame.subarray(11) };
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
