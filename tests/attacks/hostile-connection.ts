import { randomUUID } from 'node:crypto';
import type { Chat } from '@koinonia/contracts/chat.ts';
import { afterEach, beforeEach, expect } from 'vitest';
import { type LiveSocket, openSocket } from '../support/live-socket.ts';
import { people, type Person } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { openRawWebSocket, type RawWebSocket } from './raw-websocket.ts';

/** Before each test: Ruth talks with Ben, who listens, and Mallory is connected but not a member. */
export function hostileConnection(product: () => Product) {
  let ruth: Person;
  let mallory: Person;
  let chat: Chat;
  let bystander: LiveSocket;
  let hostile: LiveSocket;

  beforeEach(async () => {
    let ben: Person;
    [ruth, ben, mallory] = (await people(product(), 3)) as [Person, Person, Person];
    chat = await ruth.directChatWith(ben);
    bystander = await openSocket(product().origins[0]!, ben.token);
    await bystander.join([chat]);
    hostile = await openSocket(product().origins.at(-1)!, mallory.token);
  });
  afterEach(() => {
    bystander.close();
    hostile.close();
  });

  return {
    get ruth() {
      return ruth;
    },
    get mallory() {
      return mallory;
    },
    get chat() {
      return chat;
    },
    get bystander() {
      return bystander;
    },
    get hostile() {
      return hostile;
    },

    /** Everyone else is unaffected: the existing connection is still open and gets new messages. */
    async othersAreWell() {
      const text = `Still here ${randomUUID()}`;
      await ruth.send(chat, text);
      await expect.poll(() => bystander.received('newMessage').at(-1)?.text, { timeout: 5000 }).toBe(text);
      expect(bystander.endedAt()).toBeNull();
    },

    /** Sends an event that the client's types would not allow. */
    emit: (name: string, ...args: unknown[]) =>
      (hostile.socket as unknown as { emit(name: string, ...args: unknown[]): void }).emit(name, ...args),

    /** A raw socket over which Mallory is connected. */
    async connected(): Promise<RawWebSocket> {
      const raw = await openRawWebSocket(product().origins.at(-1)!);
      raw.frame(1, `40${JSON.stringify({ token: mallory.token })}`);
      await expect.poll(() => raw.heard(), { timeout: 5000 }).toContain('40{"sid"');
      return raw;
    },
  };
}
