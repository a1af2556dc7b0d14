import { askFirst } from './lib/api/first-answers.ts';
import { publicConfig } from './lib/public-config.ts';
import { readKeptAnswers } from './lib/on-device/kept-answers.ts';
import { session } from './lib/session/session.ts';

/** Formatting the first date takes a slow phone 50 ms: done here, while the other scripts are still loading. */
const prepareDates = () => Intl.DateTimeFormat();

/**
 * Runs before everything else, in a small chunk of its own (build/chunks.ts) that `index.html` names first: it requests
 * the first page's data, from the server and from this device, while the other scripts are still loading.
 */
if (session.snapshot().status === 'signedIn') {
  if (/^\/(home|chat)?(\/|$)/.test(location.pathname)) {
    askFirst('chats', 'me', 'people');
    // After the first paint.
    requestAnimationFrame(() => setTimeout(prepareDates));
  } else {
    askFirst('chats', 'me');
  }
  void readKeptAnswers();
}
publicConfig().catch(() => undefined);
