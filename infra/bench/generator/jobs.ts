/** Who talks in a run, and where. The same for every target: places and tokens are what differs. */
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
  /** How a message is sent: by a call of HTTP at the same place, or over the socket. */
  readonly sends: 'http' | 'socket';
  readonly members: readonly Member[];
  /** Who sends, into which chat, in turn: places in `members`. */
  readonly senders: readonly { readonly member: number; readonly chat: string }[];
}

/** What the generator is asked to do with the crowd that is connected. */
export type Job =
  | { readonly kind: 'connect'; readonly crowd: Crowd; readonly atOnce: number }
  /** So many sends are always on their way. */
  | { readonly kind: 'closed'; readonly inFlight: number; readonly seconds: number }
  /** So many sends a second, on time whether or not the last ones were answered. */
  | { readonly kind: 'open'; readonly rate: number; readonly seconds: number }
  /** All connections are cut; each comes back after a random pause as clients do, and joins again. */
  | { readonly kind: 'cut'; readonly pause: readonly [number, number] }
  | { readonly kind: 'leave' };

export interface Load {
  /** Sends that were acknowledged, a second. */
  readonly sends: number;
  readonly acknowledged: number;
  readonly failed: number;
  /** Messages that arrived, a second, from the first send until the last arrival. */
  readonly deliveries: number;
  readonly expected: number;
  readonly arrived: number;
  /** Ms from when a message should have been sent until it arrived. */
  readonly p50: number;
  readonly p99: number;
}

export interface Own {
  /** The part of one core that the generator itself used, and how late its event loop was (p99, ms). */
  readonly cpu: number;
  readonly lag: number;
}

export interface Result {
  readonly load?: Load;
  /** Seconds until it was done. */
  readonly seconds: number;
  readonly own: Own;
}
