import { session } from '../session/session.ts';

/** What somebody has seen on this device is for them alone: it goes when they leave, and when their session ends. */
export function forgetSeenAtTheEnd() {
  session.subscribe(() => {
    if (session.snapshot().status !== 'signedOut') return;
    void import('./seen-database.ts').then(({ clearSeen }) => clearSeen()).catch(() => undefined);
  });
}
