import { hkdfSync } from 'node:crypto';

/** The purpose of a derived key; two purposes never share a key. */
export type KeyPurpose = 'caller-statement' | 'session-token' | 'sign-in-state' | 'session-data' | 'search-place';

/** A 32-byte key for one purpose, derived from a configured secret (HKDF, RFC 5869). */
export function deriveKey(secret: string, purpose: KeyPurpose): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `koinonia ${purpose}`, 32));
}
