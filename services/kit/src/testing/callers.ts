import { type Audience, callerHeader, createCallerSigner } from '../calls/caller-statement.ts';

/** The INTERNAL_SECRET of every test. */
export const testSecret = 'a secret that only the tests of this house know';

const sign = createCallerSigner(testSecret);

/** The headers with which the gateway would forward a call of this person. */
export async function headersOf(uid: string, audience: Audience, sessionId: string | null = null) {
  return { [callerHeader]: await sign({ kind: 'person', uid, sessionId }, audience) };
}

/** The headers with which one of our own processes calls. */
export async function headersOfProcess(audience: Audience) {
  return { [callerHeader]: await sign({ kind: 'process', name: 'tests' }, audience) };
}

/** The headers with which the gateway would forward a public call. */
export async function headersOfAnyone(audience: Audience) {
  return { [callerHeader]: await sign({ kind: 'anyone' }, audience) };
}
