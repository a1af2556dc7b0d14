import { Agent } from 'node:http';
import type { Me } from '@koinonia/contracts/identity.ts';
import { describe, expect, test } from 'vitest';
import { people } from '../support/people.ts';
import { plainRequest } from '../support/plain-request.ts';
import type { Product } from '../support/product.ts';

export function crossingConnections(product: () => Product): void {
  const get = async (agent: Agent, path: string, token: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}` };
    return JSON.parse((await plainRequest(product().origins[0]!, 'GET', path, { headers, agent })).text);
  };

  describe('two people on one connection', () => {
    test('are each told their own, call by call', async () => {
      const [ruth, ben, marta] = await people(product(), 3);
      const ruths = await ruth!.directChatWith(marta!);
      const bens = await ben!.directChatWith(marta!);
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (let turn = 0; turn < 20; turn += 1) {
        const [person, chat] = turn % 2 === 0 ? [ruth!, ruths] : [ben!, bens];
        expect(await get(agent, '/api/me', person.token)).toMatchObject({ uid: person.uid });
        expect(await get(agent, '/api/chat', person.token)).toMatchObject([{ id: chat.id }]);
      }
      agent.destroy();
    });

    test('are each told their own when many call at once', async () => {
      const everyone = await people(product(), 8);
      const agent = new Agent({ keepAlive: true, maxSockets: 4 });
      const asked = Array.from({ length: 160 }, (_, turn) => everyone[(turn * 5) % 8]!);
      const answers = await Promise.all(asked.map((person) => get(agent, '/api/me', person.token)));
      expect(answers.map((answer) => (answer as Me).uid)).toEqual(asked.map(({ uid }) => uid));
      agent.destroy();
    });
  });
}
