import { inTime } from '../in-time.ts';
import { personNow } from '../session/session.ts';
import { answersOf } from './device-database.ts';

/** Milliseconds. A database that does not answer must not hold up the first paint. */
const patience = 500;

let reading: Promise<void> | undefined;
let read: { readonly uid: string; readonly answers: ReadonlyMap<string, unknown> } | undefined;

async function readOf(uid: string) {
  read = { uid, answers: await answersOf(uid) };
}

/** Reads the stored lists once, so that the first paint can show them. Never fails. */
export function readKeptAnswers(): Promise<unknown> {
  const uid = personNow();
  reading ??= uid === undefined ? undefined : readOf(uid);
  return inTime(reading ?? Promise.resolve(), patience).catch(() => undefined);
}

/** The stored answer for the person who is signed in now, by its query key. */
export function keptAnswer(queryKey: readonly unknown[]): unknown {
  return read !== undefined && read.uid === personNow() ? read.answers.get(JSON.stringify(queryKey)) : undefined;
}

/** For the end of a session: the next one must see nothing of it. */
export function forgetKeptAnswers() {
  read = undefined;
}
