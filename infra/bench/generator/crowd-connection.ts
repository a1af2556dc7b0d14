import { setTimeout as wait } from 'node:timers/promises';
import type { Crowd, Member, Place } from './jobs.ts';
import type { Deliveries } from './deliveries.ts';
import { RawHttp } from './raw-http.ts';
import { RawSocket } from './raw-socket.ts';
import { textAt } from './deliveries.ts';

const mostTries = 20;

/** The connections of all people, and their sends. */
export class CrowdConnection {
  readonly crowd: Crowd;
  readonly #deliveries: Deliveries;
  #sockets: RawSocket[] = [];
  #calls: RawHttp[] = [];
  #free: RawHttp[] = [];

  constructor(crowd: Crowd, deliveries: Deliveries) {
    this.crowd = crowd;
    this.#deliveries = deliveries;
  }

  /** Connects everyone, `atOnce` at a time. */
  async connectAll(atOnce: number): Promise<void> {
    const waiting = this.crowd.members.map((member, index) => ({ member, index }));
    const worker = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await this.connect(next.member, next.index);
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  }

  /** Retries when a server is too busy to answer, as clients do. */
  async connect(member: Member, index: number): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#connectOnce(member, index);
      } catch (error) {
        if (tries === mostTries) throw error;
        await wait(250 * Math.random() * tries);
      }
    }
  }

  async #connectOnce(member: Member, index: number): Promise<void> {
    const socket = new RawSocket({ ...this.#placeOf(index), token: member.token, onMessage: this.#deliveries.take });
    this.#sockets[index] = socket;
    await socket.open();
    await socket.emit('joinChats', member.chats);
  }

  /** Resolves with whether it was acknowledged. `at`: when it should have been sent. */
  async send(turn: number, at: number): Promise<boolean> {
    const { member, chat } = this.crowd.senders[turn % this.crowd.senders.length]!;
    const body = { chatId: chat, text: textAt(at) };
    if (this.crowd.sends === 'socket') {
      await this.#sockets[member]!.emit('send', body);
      return true;
    }
    const call = this.#free.pop() ?? this.#anotherCall();
    const status = await call.post('/api/chat/send', this.crowd.members[member]!.token, JSON.stringify(body));
    this.#free.push(call);
    return status === 201;
  }

  cutAll(): void {
    for (const socket of this.#sockets) socket.cut();
    this.#sockets = [];
  }

  leave(): void {
    this.cutAll();
    for (const call of this.#calls) call.close();
    [this.#calls, this.#free] = [[], []];
  }

  #anotherCall(): RawHttp {
    const call = new RawHttp(this.#placeOf(this.#calls.length));
    this.#calls.push(call);
    return call;
  }

  #placeOf(index: number): Place {
    return this.crowd.places[index % this.crowd.places.length]!;
  }
}
