import { deriveKey } from '@koinonia/kit/process/secrets.ts';
import { CompactEncrypt, compactDecrypt } from 'jose';
import { z } from 'zod';

/** The description of a device, by which a person recognises where they are signed in. */
const Device = z.object({ device: z.string(), address: z.string() });
export type DeviceSeen = z.infer<typeof Device>;

export const unknownDevice = 'Unknown device';
const unknown: DeviceSeen = { device: unknownDevice, address: '' };

/** Encrypts devices at rest: a copy of the database must not reveal who was where and when. */
export function createDeviceSealer(sessionSecret: string) {
  const key = deriveKey(sessionSecret, 'session-data');
  return {
    seal(device: DeviceSeen): Promise<string> {
      return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(device)))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .encrypt(key);
    },
    /** A device encrypted with another secret is shown as unknown: the session itself does not depend on it. */
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
