import type { ClientToServerEvents, JoinedChats, ServerToClientEvents } from '@koinonia/contracts/socket-events.ts';
import type { Socket } from 'socket.io-client';
import { createListeners } from '../listeners.ts';
import { startOverIfPartIsGone } from '../missing-parts.ts';
import { createHandshake } from './handshake.ts';
import { someTimeSoon } from './some-time-soon.ts';
import { isOnline, proveOnline } from '../online.ts';

export interface LiveState {
  readonly connected: boolean;
  /** There is a network but no connection: callers must poll for news. */
  readonly trouble: boolean;
}

export interface LiveOptions {
  token(): Promise<string>;
  /** The server refused or closed the connection: the next try needs a new token. */
  tokenRefused(): void;
  /** The server ended this connection: perhaps the person is no longer let in. */
  sentAway(): void;
}

type LiveSocket = Socket<ServerToClientEvents, ClientToServerEvents>;
type Handler = (payload: unknown) => void;

const patience = 4_000;
const shortestPause = 1_000;
const longestPause = 5_000;
const handshakeTimeout = 20_000;
const answerTimeout = 5_000;
/** Spreads the fetches after a 'resync', which reaches everyone at once: the server could not answer all of them at once. */
const longestResync = 2_000;

const randomPause = () => shortestPause + Math.random() * (longestPause - shortestPause);

/** The one socket of the page. Its events are hints only: the data itself is fetched over HTTP. */
export class LiveConnection {
  readonly #options: LiveOptions;
  readonly #handlers = new Map<string, Set<Handler>>();
  readonly #listeners = createListeners();
  #state: LiveState = { connected: false, trouble: false };
  #socket: LiveSocket | undefined;
  #patience: ReturnType<typeof setTimeout> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  readonly #resync = someTimeSoon(longestResync, () => this.#tell('resync', {}));
  readonly #handshake: ReturnType<typeof createHandshake>;
  #stopped = false;

  constructor(options: LiveOptions) {
    this.#options = options;
    this.#handshake = createHandshake(options.token);
  }

  readonly snapshot = () => this.#state;

  readonly subscribe = this.#listeners.subscribe;

  /** Listens to an event of the server, to 'connect' (at each new connection) or to 'joined' (after chats were joined). */
  on(event: keyof ServerToClientEvents | 'connect' | 'joined', handler: Handler): () => void {
    const handlers = this.#handlers.get(event) ?? new Set();
    this.#handlers.set(event, handlers.add(handler));
    return () => void handlers.delete(handler);
  }

  /** Calls `handler` at each connection, and at once if there is one: on a slow phone, it may exist before the page. */
  onConnected(handler: () => void): () => void {
    const end = this.on('connect', handler);
    if (this.#state.connected) handler();
    return end;
  }

  async start() {
    this.#waitForConnection();
    addEventListener('online', this.reconnect);
    const io = await this.#loadClient();
    if (io === undefined) return;
    const socket: LiveSocket = io('/', {
      path: '/socket.io',
      transports: ['websocket'],
      reconnectionDelay: shortestPause,
      reconnectionDelayMax: longestPause,
      randomizationFactor: 0.5,
      timeout: handshakeTimeout,
      auth: this.#handshake.auth,
    });
    socket.on('connect', () => this.#connected());
    socket.on('disconnect', (reason) => {
      this.#lost(reason === 'io client disconnect');
      if (reason === 'io server disconnect') this.#options.sentAway();
    });
    socket.on('connect_error', () => this.#lost());
    socket.on('resync', this.#resync.want);
    socket.onAny((event: string, payload: unknown) => event !== 'resync' && this.#tell(event, payload));
    this.#socket = socket;
  }

  /** On a bad network this takes several tries. Undefined when the connection was stopped meanwhile. */
  async #loadClient() {
    for (let tries = 1; !this.#stopped; tries += 1) {
      try {
        const { io } = await import('./socket-io.ts');
        return this.#stopped ? undefined : io;
      } catch (failure) {
        if (tries > 1) void startOverIfPartIsGone(failure);
        await new Promise((resolve) => setTimeout(resolve, randomPause()));
      }
    }
    return undefined;
  }

  stop() {
    this.#stopped = true;
    removeEventListener('online', this.reconnect);
    clearTimeout(this.#patience);
    clearTimeout(this.#retry);
    this.#resync.stop();
    this.#socket?.disconnect();
  }

  /** Joins chats. Throws when no answer comes: then the connection is dead, even if it looks alive. */
  async join(chatIds: string[]): Promise<JoinedChats> {
    const socket = this.#socket;
    if (socket === undefined) throw new Error('not connected');
    const answer = await socket.timeout(answerTimeout).emitWithAck('joinChats', chatIds);
    this.#tell('joined', undefined);
    return answer;
  }

  /** Tells the server which chat is open. Returns who is present in it; nobody while there is no connection. */
  async openChat(chatId: string | null): Promise<readonly string[]> {
    if (this.#socket?.connected !== true) return [];
    const answer = await this.#socket.timeout(answerTimeout).emitWithAck('openChat', chatId);
    return answer.present;
  }

  /** Tells the server that this person is typing in the open chat; dropped if there is no connection. */
  typing() {
    if (this.#socket?.connected === true) this.#socket.emit('typing');
  }

  /** Reconnects at once: a phone that slept may hold a dead socket for another minute. */
  readonly reconnect = () => {
    this.#waitForConnection();
    clearTimeout(this.#retry);
    this.#handshake.end();
    this.#socket?.disconnect().connect();
  };

  #connected() {
    clearTimeout(this.#patience);
    this.#patience = undefined;
    this.#become({ connected: true, trouble: false });
    proveOnline();
    this.#tell('connect', undefined);
  }

  #lost(byOurselves = false) {
    this.#handshake.end();
    if (this.#stopped) return;
    if (this.#state.connected) this.#become({ connected: false, trouble: false });
    this.#waitForConnection();
    if (byOurselves || this.#socket?.active === true) return;
    // The server refused or closed the connection: Socket.IO does not reconnect by itself then.
    this.#options.tokenRefused();
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#socket?.connect(), randomPause());
  }

  #waitForConnection() {
    this.#patience ??= setTimeout(() => {
      this.#patience = undefined;
      if (isOnline() && !this.#state.connected) this.#become({ connected: false, trouble: true });
    }, patience);
  }

  #tell(event: string, payload: unknown) {
    for (const handler of this.#handlers.get(event) ?? []) handler(payload);
  }

  #become(state: LiveState) {
    if (state.connected === this.#state.connected && state.trouble === this.#state.trouble) return;
    this.#state = state;
    this.#listeners.tell();
  }
}
