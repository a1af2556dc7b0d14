import { session } from '../session/session.ts';
import { answersOf } from './seen-database.ts';

/** Milliseconds. A database that does not answer, as Safari's may, must not keep the page from being drawn. */
const patience = 500;

let reading: Promise<void> | undefined;
let read: { readonly uid: string; readonly answers: ReadonlyMap<string, unknown> } | undefined;

const personNow = () => {
  const state = session.snapshot();
  return state.status === 'signedIn' ? state.user.uid : undefined;
};

async function readOf(uid: string) {
  read = { uid, answers: await answersOf(uid) };
}

/** Reads the lists that this device has kept, once, so that they are there in the first paint. Never fails. */
export function readKeptAnswers(): Promise<unknown> {
  const uid = personNow();
  reading ??= uid === undefined ? undefined : readOf(uid).catch(() => undefined);
  return Promise.race([reading, new Promise((resolve) => setTimeout(resolve, patience))]);
}

/** What was kept for whoever is signed in now, under the name by which the page asks for it. */
export function keptAnswer(queryKey: readonly unknown[]): unknown {
  return read !== undefined && read.uid === personNow() ? read.answers.get(JSON.stringify(queryKey)) : undefined;
}

/** The session has ended, and nothing of it is for the next one. */
export function forgetKeptAnswers() {
  read = undefined;
}
