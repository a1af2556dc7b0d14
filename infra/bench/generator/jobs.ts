/** An address of a target. Runs differ between targets only in addresses and tokens. */
export interface Place {
  readonly host: string;
  readonly port: number;
}

export interface Member {
  readonly token: string;
  readonly chats: readonly string[];
}

export interface Crowd {
  /** Connections are spread over these in turn. */
  readonly places: readonly Place[];
  /** How a message is sent: by an HTTP call to the same place, or over the socket. */
  readonly sends: 'http' | 'socket';
  readonly members: readonly Member[];
  /** The senders in turn, with their chats: indexes into `members`. */
  readonly senders: readonly { readonly member: number; readonly chat: string }[];
}

/** The jobs of the generator for the connected crowd. */
export type Job =
  | { readonly kind: 'connect'; readonly crowd: Crowd; readonly atOnce: number }
  /** A constant number of sends is always in flight. */
  | { readonly kind: 'closed'; readonly inFlight: number; readonly seconds: number }
  /** A constant number of sends per second, on time even if earlier ones are not answered. */
  | { readonly kind: 'open'; readonly rate: number; readonly seconds: number }
  /** All connections are cut; each reconnects after a random pause as clients do, and joins again. */
  | { readonly kind: 'cut'; readonly pause: readonly [number, number] }
  | { readonly kind: 'leave' };

export interface Load {
  /** Acknowledged sends per second. */
  readonly sends: number;
  readonly acknowledged: number;
  readonly failed: number;
  /** Messages that arrived per second, from the first send until the last arrival. */
  readonly deliveries: number;
  readonly expected: number;
  readonly arrived: number;
  /** Ms from the time when a message was due until it arrived. */
  readonly p50: number;
  readonly p99: number;
}

export interface Own {
  /** The generator's own CPU use as a fraction of one core, and the delay of its event loop (p99, ms). */
  readonly cpu: number;
  readonly lag: number;
}

export interface Result {
  readonly load?: Load;
  /** Seconds until it was done. */
  readonly seconds: number;
  readonly own: Own;
}
