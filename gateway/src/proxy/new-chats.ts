import { hash } from 'node:crypto';
import { noNewChatHeader } from '@koinonia/contracts/chat-internal.ts';
import { discard } from './answer-body.ts';
import type { Answer } from './forward.ts';
import type { Limits, Taken } from '../limits/limits.ts';

interface Opening {
  calls: number;
  made: boolean;
  readonly taken: Promise<Taken>;
}

/**
 * Limits the chats that a person begins, not how often they open one: a call that began none is taken back, and the same
 * call sent several times at once (a double click, two tabs) counts once. It is still counted before the call, so that many
 * different calls sent together cannot all pass before any answer shows a new chat. Above the limit, chat is told to open only
 * a chat that exists, and refuses to begin one.
 */
export function createNewChatLimit(limits: Limits) {
  const openings = new Map<string, Opening>();

  return async function limitNewChats(
    uid: string,
    body: Buffer | null,
    create: (headers: Record<string, string>) => Promise<Answer>,
  ): Promise<Answer> {
    const key = `${uid} ${hash('sha256', body ?? '')}`;
    const opening = openings.get(key) ?? { calls: 0, made: false, taken: limits.take('newChat', uid) };
    openings.set(key, opening);
    opening.calls += 1;
    try {
      const { refuse } = await opening.taken;
      const answer = await create(refuse ? { [noNewChatHeader]: 'true' } : {});
      if (refuse && answer.statusCode === 429) {
        await discard(answer);
        refuse();
      }
      opening.made ||= answer.statusCode === 201;
      return answer;
    } finally {
      opening.calls -= 1;
      if (opening.calls === 0) {
        openings.delete(key);
        if (!opening.made) await (await opening.taken).giveBack();
      }
    }
  };
}
