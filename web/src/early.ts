import { listChats } from '@koinonia/contracts/chat.ts';
import { getMe, listPeople } from '@koinonia/contracts/identity.ts';
import { askFirst } from './lib/api/first-answers.ts';
import { publicConfig } from './lib/public-config.ts';
import { readKeptAnswers } from './lib/on-device/kept-answers.ts';
import { session } from './lib/session/session.ts';

/**
 * Runs before everything else, in a small chunk of its own (build/chunks.ts) that `index.html` names first: it requests
 * the first page's data, from the server and from this device, while the other scripts are still loading.
 */
if (session.snapshot().status === 'signedIn') {
  askFirst(listChats);
  askFirst(getMe);
  if (/^\/(home|chat)?(\/|$)/.test(location.pathname)) askFirst(listPeople);
  void readKeptAnswers();
}
publicConfig().catch(() => undefined);
