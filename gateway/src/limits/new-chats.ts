import { createHash } from 'node:crypto';
import type { Limits } from './limits.ts';

interface Opening {
  calls: number;
  made: boolean;
  readonly counted: Promise<void>;
}

/**
 * Limits the chats that a person begins, not how often they open one: a call that finds an existing chat is taken back, and
 * the same call sent several times at once (a double click, two tabs) counts once. It is still counted before the call, so
 * that many different calls sent together cannot all pass before any answer shows a new chat.
 */
export function createNewChatLimit(limits: Limits) {
  const openings = new Map<string, Opening>();

  return async function limitNewChats<Answer extends { statusCode: number }>(
    uid: string,
    body: Buffer | null,
    create: () => Promise<Answer>,
  ): Promise<Answer> {
    const key = `${uid} ${createHash('sha256')
      .update(body ?? '')
      .digest('base64')}`;
    const opening = openings.get(key) ?? { calls: 0, made: false, counted: limits.count('newChat', uid) };
    openings.set(key, opening);
    opening.calls += 1;
    let counted = false;
    try {
      await opening.counted;
      counted = true;
      const answer = await create();
      opening.made ||= answer.statusCode === 201;
      return answer;
    } finally {
      opening.calls -= 1;
      if (opening.calls === 0) {
        openings.delete(key);
        if (counted && !opening.made) await limits.giveBack('newChat', uid);
      }
    }
  };
}
