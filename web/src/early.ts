import { listChats } from '@koinonia/contracts/chat.ts';
import { getMe, listPeople } from '@koinonia/contracts/identity.ts';
import { askFirst } from './lib/api/first-answers.ts';
import { readKeptAnswers } from './lib/seen/kept-answers.ts';
import { session } from './lib/session/session.ts';

/**
 * Runs before everything else, in a small file of its own (build/chunks.ts) that `index.html` names first: what the first
 * page of somebody who is signed in needs from the server, and from this device, is on its way while the other scripts
 * still are.
 */
if (session.snapshot().status === 'signedIn') {
  askFirst(listChats);
  askFirst(getMe);
  if (/^\/(home|chat)?(\/|$)/.test(location.pathname)) askFirst(listPeople);
  void readKeptAnswers();
}
