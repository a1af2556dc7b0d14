import { setTimeout as wait } from 'node:timers/promises';
import { BroadcastMessage } from '@koinonia/contracts/chat.ts';
import { serverEvents } from '@koinonia/contracts/socket-events.ts';
import { patiently } from './api.ts';
import { type ChatView, createChatView } from './chat-view.ts';
import { type LiveSocket, openSocket, type RawEvent } from './live-socket.ts';
import type { Person } from './people.ts';
import type { Product } from './product.ts';

/**
 * A person's client, following the rules of the contract: it joins first, then fetches missing messages, then takes live
 * events. A gap, a higher head or `resync` make it fetch; it never fetches without such a cause. When its connection ends,
 * it opens another one, at the next gateway.
 */
export interface Follower {
  readonly person: Person;
  /** A chat as the person sees it. */
  view(chat: { id: string }): readonly BroadcastMessage[];
  /** Every event of every connection, unchanged. */
  readonly events: readonly RawEvent[];
  /** The number of connections so far. */
  connections(): number;
  /** When connections ended (ms since 1970). */
  readonly endings: readonly number[];
  stop(): void;
}

const reconnectAfter = 250;
/** Ms after which a connection that hangs while being opened is replaced by another one. */
const connectsAgainWithin = 5000;
const askAgainAfter = 250;

/** Resolves when the first connection is open and its chats are joined. */
export async function follow(product: Product, person: Person): Promise<Follower> {
  const views = new Map<string, ChatView>();
  const asking = new Set<string>();
  const events: RawEvent[] = [];
  const endings: number[] = [];
  let connections = 0;
  let running = true;
  let current: LiveSocket | null = null;
  let isJoining = false;
  let isToldAgain = false;

  function viewOf(chatId: string): ChatView {
    const view = views.get(chatId) ?? createChatView();
    views.set(chatId, view);
    return view;
  }

  /** Fetches until nothing is missing, one request per chat at a time. */
  async function catchUp(chatId: string) {
    if (asking.has(chatId)) return;
    asking.add(chatId);
    const view = viewOf(chatId);
    while (running && view.isBehind()) {
      try {
        view.takeAnswer(await person.messages({ id: chatId }, { after: view.lastSeq(), limit: 200 }));
      } catch {
        // The server is away, or the person is no longer in the chat: heads of the next connection will tell.
      }
      if (view.isBehind()) await wait(askAgainAfter);
    }
    asking.delete(chatId);
  }

  function hearOf(chatId: string, lastSeq: number) {
    viewOf(chatId).hearOf(lastSeq);
    void catchUp(chatId);
  }

  /** The list is asked for again while the server cannot give it; a join without an answer means a dead connection. */
  async function join(connection: LiveSocket) {
    const chats = await patiently(() => person.chats(), connection.isConnected);
    const { joined } = await connection.join(chats);
    for (const { id, lastSeq } of joined) hearOf(id, lastSeq);
  }

  function take({ name, payload }: RawEvent) {
    if (name === 'newMessage') {
      const message = BroadcastMessage.parse(payload);
      if (!viewOf(message.chatId).takeLive(message)) void catchUp(message.chatId);
    } else if (name === 'chatHead') {
      const head = serverEvents.chatHead.parse(payload);
      hearOf(head.id, head.lastSeq);
    } else if (name === 'chatCreated') {
      const chat = serverEvents.chatCreated.parse(payload);
      hearOf(chat.id, chat.lastSeq);
    } else if (name === 'resync') {
      void joinAgain();
    }
  }

  /** One at a time: every node reports it, and joins that arrive faster than they are handled count as a flood. */
  async function joinAgain() {
    isToldAgain = true;
    if (isJoining) return;
    isJoining = true;
    while (isToldAgain && current) {
      isToldAgain = false;
      await join(current).catch(() => current?.close());
    }
    isJoining = false;
  }

  async function connect(): Promise<LiveSocket> {
    const origin = product.origins[connections % product.origins.length]!;
    connections += 1;
    const onEvent = (event: RawEvent) => {
      events.push(event);
      take(event);
    };
    const within = connections > 1 ? { within: connectsAgainWithin } : {};
    const connection = await openSocket(origin, person.token, { onEvent, ...within });
    current = connection;
    try {
      await join(connection);
    } catch (error) {
      connection.close();
      throw error;
    }
    return connection;
  }

  async function stayConnected(first: LiveSocket) {
    let connection = first;
    while (running) {
      if (connection.isConnected()) await ended(connection);
      if (!running) return;
      const endedAt = connection.endedAt();
      if (endedAt !== null && endedAt !== endings.at(-1)) endings.push(endedAt);
      await wait(reconnectAfter);
      connection = await connect().catch(() => connection);
    }
  }

  void stayConnected(await connect());
  return {
    person,
    view: ({ id }) => viewOf(id).messages,
    events,
    connections: () => connections,
    endings,
    stop() {
      running = false;
      current?.close();
    },
  };
}

const ended = ({ socket }: LiveSocket) => new Promise((resolve) => socket.once('disconnect', resolve));
