import { finishEmptying } from '../outbox/outbox-database.ts';
import { session } from '../session/session.ts';
import { forgetKeptAnswers } from './kept-answers.ts';
import { clearDeviceDatabase } from './device-database.ts';

function forgetIfEnded() {
  if (session.snapshot().status !== 'signedOut') return;
  forgetKeptAnswers();
  void clearDeviceDatabase().catch(() => undefined);
  void finishEmptying().catch(() => undefined);
}

/** Only this person may see what is stored on this device: delete it when they log out or their session ends. */
export function forgetOnDeviceAtTheEnd() {
  session.subscribe(forgetIfEnded);
  // An early request may have been refused already.
  forgetIfEnded();
}
