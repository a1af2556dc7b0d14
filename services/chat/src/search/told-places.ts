import { invalid } from '@koinonia/kit/errors.ts';
import { deriveKey } from '@koinonia/kit/process/secrets.ts';
import { EncryptJWT, jwtDecrypt } from 'jose';
import { z } from 'zod';
import { texts } from '../texts.ts';

const Told = z.object({ place: z.number() });

/**
 * Places as clients get them, encrypted for one person. A place counts everybody's messages: from two plain ones, a member
 * could tell how much others wrote in between, minute by minute.
 */
export function createToldPlaces(internalSecret: string) {
  const key = deriveKey(internalSecret, 'search-place');
  return {
    tell(uid: string, place: number): Promise<string> {
      const told: z.infer<typeof Told> = { place };
      return new EncryptJWT(told).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).setSubject(uid).encrypt(key);
    },

    /** Throws `invalid` for a value that this person was not given. */
    async placeOf(uid: string, told: string): Promise<number> {
      try {
        const { payload } = await jwtDecrypt(told, key, { subject: uid });
        return Told.parse(payload).place;
      } catch {
        throw invalid(texts.noSuchPage);
      }
    },
  };
}

export type ToldPlaces = ReturnType<typeof createToldPlaces>;
