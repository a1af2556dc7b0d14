import { session } from '../session/session.ts';
import { forgetKeptAnswers } from './kept-answers.ts';
import { clearSeen } from './seen-database.ts';

function forgetIfEnded() {
  if (session.snapshot().status !== 'signedOut') return;
  forgetKeptAnswers();
  void clearSeen().catch(() => undefined);
}

/** What somebody has seen on this device is for them alone: it goes when they leave, and when their session ends. */
export function forgetSeenAtTheEnd() {
  session.subscribe(forgetIfEnded);
  // What was asked early may have been refused already.
  forgetIfEnded();
}
