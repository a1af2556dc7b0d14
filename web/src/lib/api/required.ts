import type { Message } from '@koinonia/contracts/chat.ts';
import type { Me } from '@koinonia/contracts/identity.ts';
import { notTheServers } from './api-error.ts';

// Something else may answer in the server's place, with success and any JSON, such as a proxy whose servers are restarting.
// These functions throw then, where believing the answer would delete something or report something as done.

export function requireList<T>(answer: readonly T[]): readonly T[] {
  if (!Array.isArray(answer)) throw notTheServers(200);
  return answer;
}

export function requirePerson(answer: Me): Me {
  if (typeof (answer as Partial<Me> | null)?.uid !== 'string') throw notTheServers(200);
  return answer;
}

/** The message that the call is about, known by its id. */
export function requireMessage(answer: Message, name: 'id' | 'clientId', value: string): Message {
  if ((answer as Message | null)?.[name] !== value) throw notTheServers(200);
  return answer;
}
