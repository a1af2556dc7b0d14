import { setTimeout as wait } from 'node:timers/promises';
import type { Message } from '@koinonia/contracts/chat.ts';
import { describe, expect, test } from 'vitest';
import { Refused } from '../support/api.ts';
import { people, type Person } from '../support/people.ts';
import type { Product } from '../support/product.ts';

const rounds = 6;
const within = 90_000;
/** Ms during which a few sends are in progress. */
const aWhile = 30;

/** Sends some messages at once; null for sends that were refused as if there were no chat. Other failures throw. */
function sendSome(person: Person, chat: { id: string }): Promise<(Message | null)[]> {
  return Promise.all(
    ['One', 'Two', 'Three', 'Four'].map((text) =>
      person.send(chat, text).catch((error: unknown) => {
        if (error instanceof Refused && error.status === 404) return null;
        throw error;
      }),
    ),
  );
}

/** Runs the same several times, with new people each time. */
const often = (round: (number: number) => Promise<void>) =>
  Promise.all(Array.from({ length: rounds }, (_, n) => round(n)));

async function soon<Result>(what: () => Promise<Result>): Promise<Result> {
  await wait(Math.random() * aWhile);
  return what();
}

export function atTheSameMoment(product: () => Product): void {
  describe('at the same moment', () => {
    test(
      'a send of somebody who is being removed is there for all who stay, or was refused; then they see nothing',
      { timeout: within },
      async () => {
        await often(async (round) => {
          const [ruth, ben, marta] = (await people(product(), 3)) as [Person, Person, Person];
          const chat = await ruth.groupChatWith([ben, marta], `Round ${round}`);
          const remove = () => ruth.api.request('PATCH', `/api/chat/${chat.id}`, { remove: [ben.uid] });
          const [sent, removed] = await Promise.all([sendSome(ben, chat), soon(remove)]);
          expect(removed.status).toBe(200);
          const seen = (await ben.api.request('GET', `/api/chat/${chat.id}/messages`)).status;
          expect([seen, await sendSome(ben, chat)]).toEqual([404, [null, null, null, null]]);
          const kept = (await marta.wholeHistory(chat))
            .filter(({ senderId }) => senderId === ben.uid)
            .map(({ id }) => id);
          expect(kept.toSorted()).toEqual(sent.flatMap((message) => message?.id ?? []).toSorted());
        });
      },
    );

    test(
      'a chat that somebody deletes while others send has for them what came after, and nothing from before',
      { timeout: within },
      async () => {
        await often(async () => {
          const [ruth, ben] = (await people(product(), 2)) as [Person, Person];
          const chat = await ruth.directChatWith(ben);
          const old = await ruth.send(chat, 'From before');
          const remove = () => ben.api.request('DELETE', `/api/chat/${chat.id}`);
          const [, , removed] = await Promise.all([sendSome(ruth, chat), sendSome(ben, chat), soon(remove)]);
          expect(removed.status).toBe(204);
          const [all, left] = [await ruth.wholeHistory(chat), await ben.messages(chat)];
          expect(all.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
          expect(left.map(({ id }) => id)).not.toContain(old.id);
          expect(left.map(({ id }) => id)).toEqual(all.slice(all.length - left.length).map(({ id }) => id));
          expect((await ben.chats()).map(({ lastSeq }) => lastSeq)).toEqual(left.length > 0 ? [9] : []);
        });
      },
    );
  });
}
