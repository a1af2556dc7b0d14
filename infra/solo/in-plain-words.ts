import { ConfigError } from '@koinonia/kit/process/config.ts';
import { PlainError } from '@koinonia/kit/process/plain-error.ts';
import { noRoomInDatabase } from '@koinonia/kit/stores/no-room.ts';

/** The message for a failure of the start. Unexpected errors are shown in full, for debugging. */
export function inPlainWords(error: unknown): string {
  if (error instanceof PlainError || error instanceof ConfigError) return error.message;
  const told = withCauses(error);
  // A database may report it in another language.
  if (noRoomInDatabase(error) || /ENOSPC|no space left on device/i.test(told))
    return 'The disk is full. Free some space and start again.';
  const [, unknownUser] = /could not look up effective user ID (\d+)/.exec(told) ?? [];
  if (unknownUser !== undefined)
    return `PostgreSQL cannot be set up: there is no entry in /etc/passwd for the user ${unknownUser}. Start as a user who has one.`;
  return `The product could not start.\n${told}`;
}

function withCauses(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const told = error.stack ?? error.message;
  return error.cause === undefined ? told : `${told}\nCaused by: ${withCauses(error.cause)}`;
}
