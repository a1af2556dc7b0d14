import { session } from '../session/session.ts';
import { forgetKeptAnswers } from './kept-answers.ts';
import { clearSeen } from './seen-database.ts';

function forgetIfEnded() {
  if (session.snapshot().status !== 'signedOut') return;
  forgetKeptAnswers();
  void clearSeen().catch(() => undefined);
}

/** Only this person may see what is stored on this device: delete it when they log out or their session ends. */
export function forgetSeenAtTheEnd() {
  session.subscribe(forgetIfEnded);
  // An early request may have been refused already.
  forgetIfEnded();
}
