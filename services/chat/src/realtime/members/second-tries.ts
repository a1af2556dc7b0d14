import type { Logger } from '@koinonia/kit/observing/log.ts';
import { createOutageTeller } from '@koinonia/kit/observing/tell-outage.ts';
import type { ChatChange } from '../../chats/tell-change.ts';

const tryAgainAfter = 1000;

/**
 * Follows changes of chats again that could not be followed. The sweep does not find all of them: a chat may have another name,
 * or members who are in it and do not know.
 */
export interface SecondTries {
  /** Returns a handler of an error: this change will be followed again. It throws the error on. */
  of(change: ChatChange): (error: unknown) => never;
  /** A change could be followed. */
  succeed(): void;
  close(): void;
}

export function createSecondTries(follow: (change: ChatChange) => void, log: Logger): SecondTries {
  const outage = createOutageTeller(log, {
    away: 'changes of chats cannot be followed',
    back: 'changes of chats are followed again',
  });
  let isClosed = false;
  return {
    of: (change) => (error) => {
      if (!isClosed) outage.fail(error);
      setTimeout(() => isClosed || follow(change), tryAgainAfter).unref();
      throw error;
    },
    succeed: outage.succeed,
    close: () => void (isClosed = true),
  };
}
