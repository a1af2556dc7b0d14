import { describe, expect, test } from 'vitest';
import { createApi } from '../support/api.ts';
import type { Cluster } from '../support/cluster.ts';
import { people, type Person } from '../support/people.ts';

export function tooMany(cluster: () => Cluster): void {
  describe('too many calls', () => {
    test('of one person are refused for a while, and nobody else notices', async () => {
      const [ruth, ben] = (await people(cluster(), 2)) as [Person, Person];
      const chat = await ruth.directChatWith(ben);
      const { url } = await cluster().anotherGateway({ RATE_LIMIT: 'on' });
      const send = (person: Person) =>
        createApi([url], person.token).request('POST', '/api/chat/send', { chatId: chat.id, text: 'Hello?' });
      const answers = await Promise.all(Array.from({ length: 140 }, () => send(ruth)));
      const refused = answers.filter(({ status }) => status !== 201);
      expect(refused).toHaveLength(20);
      for (const { status, headers, body } of refused) {
        expect([status, body]).toMatchObject([429, { error: expect.any(String), code: 'too_many_requests' }]);
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      }
      expect((await send(ben)).status).toBe(201);
    });
  });
}
