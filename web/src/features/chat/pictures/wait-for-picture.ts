import { mayPass } from '../../../lib/api/api-error.ts';
import { isOnline } from '../../../lib/online.ts';
import { pause } from '../../../lib/pause.ts';
import { backoff } from '../../../lib/retry.ts';

/** Milliseconds. The server promises to finish, or to give up, within two minutes. */
const longestWork = 150_000;
/** Tries in quick succession while the server fails but the network is there; then it is asked once a minute. */
const quickTries = 8;
const aMinute = 60_000;

interface Waiting {
  readonly signal: AbortSignal;
  tell(state: 'preparing' | 'away'): void;
}

/** An `<img>` reports only that loading failed. This asks why, and waits until the picture is ready or never will be. */
export async function waitForPicture(url: string, { signal, tell }: Waiting): Promise<'there' | 'failed' | 'missing'> {
  const longest = performance.now() + longestWork;
  for (let tries = 1; !signal.aborted;) {
    const answer = await ask(url, signal);
    if (answer === null || answer.status >= 500 || mayPass.includes(answer.status)) {
      tell('away');
      const wait = tries < quickTries ? backoff(tries) : aMinute;
      await pause(isOnline() ? Math.max(wait, retryAfter(answer)) : Infinity, signal);
      if (isOnline()) tries += 1;
    } else if (answer.status === 202) {
      if (performance.now() > longest) return 'failed';
      tell('preparing');
      await pause(Math.max(1000, retryAfter(answer)), signal);
    } else if (answer.status === 410) return 'failed';
    else return answer.ok ? 'there' : 'missing';
  }
  return 'failed';
}

async function ask(url: string, signal: AbortSignal): Promise<Response | null> {
  if (!isOnline()) return null;
  return fetch(url, { method: 'HEAD', cache: 'no-store', signal }).catch(() => null);
}

const retryAfter = (answer: Response | null) => (Number(answer?.headers.get('Retry-After')) || 0) * 1000;
