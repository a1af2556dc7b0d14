import { createHmac } from 'node:crypto';
import { invalid } from '@koinonia/kit/errors.ts';
import { deriveKey } from '@koinonia/kit/secrets.ts';
import { texts } from '../texts.ts';

/** A number of 52 bits, which JSON keeps, is ciphered in two halves by turns (a Feistel network). */
const half = 2 ** 26;
const turns = [0, 1, 2, 3];
/** So many messages at most. The other 20 bits are zero, by which made-up numbers are told. */
const mostPlaces = 2 ** 32;

/**
 * Places as they are told, to each person differently. A place counts the messages of everybody: by two plain ones a member
 * could tell how much others wrote in between, minute by minute.
 */
export function createToldPlaces(internalSecret: string) {
  const key = deriveKey(internalSecret, 'search-place');
  const mixed = (uid: string, turn: number, value: number) =>
    createHmac('sha256', key).update(`${uid} ${turn} ${value}`).digest().readUInt32BE() % half;

  return {
    tell(uid: string, place: number): number {
      let [left, right] = [Math.floor(place / half), place % half];
      for (const turn of turns) [left, right] = [right, left ^ mixed(uid, turn, right)];
      return left * half + right;
    },

    /** Throws `invalid` for a number that this person was not told. */
    placeOf(uid: string, told: number): number {
      let [left, right] = [Math.floor(told / half), told % half];
      for (const turn of turns.toReversed()) [left, right] = [right ^ mixed(uid, turn, left), left];
      const place = left * half + right;
      if (told >= half * half || place >= mostPlaces) throw invalid(texts.noSuchPage);
      return place;
    },
  };
}

export type ToldPlaces = ReturnType<typeof createToldPlaces>;
