import { deriveKey } from '@koinonia/kit/secrets.ts';
import { CompactEncrypt, compactDecrypt } from 'jose';
import { z } from 'zod';

/** What a person is shown of a place where they are signed in, so that they know it again. */
const Device = z.object({ device: z.string(), address: z.string() });
export type DeviceSeen = z.infer<typeof Device>;

const unknown: DeviceSeen = { device: 'Unknown device', address: '' };

/** Encrypts devices at rest: who was where, and when, is nobody's business who gets hold of a copy of the database. */
export function createDeviceSealer(sessionSecret: string) {
  const key = deriveKey(sessionSecret, 'session-data');
  return {
    seal(device: DeviceSeen): Promise<string> {
      return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(device)))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .encrypt(key);
    },
    /** What was sealed under another secret is told as unknown: the session itself does not depend on it. */
    async open(sealed: string): Promise<DeviceSeen> {
      try {
        const { plaintext } = await compactDecrypt(sealed, key);
        return Device.parse(JSON.parse(new TextDecoder().decode(plaintext)));
      } catch {
        return unknown;
      }
    },
  };
}

export type DeviceSealer = ReturnType<typeof createDeviceSealer>;
