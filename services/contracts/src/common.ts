import { z } from 'zod';

/** Text that PostgreSQL can store and every reader sees alike: no NUL, no half of a surrogate pair. */
const storable = (text: string) => !text.includes('\0') && text.isWellFormed();

/** A string that may be stored. Lengths are counted in characters (code points), not in UTF-16 units. */
export function storedText(limits: { min?: number; max: number }) {
  return z
    .string()
    .refine(storable, 'contains characters that cannot be stored')
    .refine(
      (text) => text.length <= limits.max || [...text].length <= limits.max,
      `is longer than ${limits.max} characters`,
    )
    .refine((text) => text.length >= (limits.min ?? 0), 'is too short');
}

/** Whether anything of a text shows: not if it has only spaces, control characters and others that fonts do not draw. */
export const isVisible = (text: string): boolean =>
  /[^\u{16fe4}\u{1d159}\u2800\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(text);

/** Marks of writing direction could show a name, and the text around it, in another order than it is written. */
const directions = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A name of a person, a group or a chat as it is stored: on one line, and without effect on the text around it. Never longer
 * than the given name, whose length has already been checked.
 */
export const tidyName = (name: string): string =>
  name
    .replace(directions, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** Characters of a search in the admin console. */
export const maxConsoleSearchLength = 100;

/** Characters of a name: of a person, a group, a chat. */
export const maxNameLength = 100;

/** Ids in one call between services; callers that have more make several calls. */
export const maxIdsAtOnce = 5000;

/**
 * Bytes of a call's body at the gateway and in chat, where a call allows no more: the longest text of a message escaped in
 * JSON, or 1,000 ids. Other services take 65,536, unless a route sets another `bodyLimit`.
 */
export const maxBodyBytes = 256 * 1024;

/** An opaque id. A value that is not one of our ids is simply not found, so the format is not checked here. */
export const Id = storedText({ min: 1, max: 128 });

/**
 * The sender's own id for a message or an upload: sending it twice, to the same chat, makes one. Uploads that are under way at
 * the same time may each make one.
 */
export const ClientId = storedText({ min: 1, max: 128 });

/** An instant as ISO 8601 in UTC with milliseconds: `2026-11-21T08:30:00.000Z`. */
export const Instant = z.iso.datetime({ precision: 3 });

/** The path parameter of every call about one thing. A value that is not one of our ids is not found, rather than invalid. */
export const IdParams = z.object({ id: z.string() });

/** A whole number in an address. Only digits are allowed: `Number` also accepts `0x10`, `1e1`, and an empty text as 0. */
export const writtenNumber = ({ min = 0, max = Number.MAX_SAFE_INTEGER } = {}) => {
  const wrong = `must be a whole number from ${min} to ${max}`;
  return z.preprocess(
    (written) => (/^\d+$/.test(String(written)) ? Number(written) : Number.NaN),
    z.int(wrong).min(min, wrong).max(max, wrong),
  );
};

/** The query of a list that comes in pages; the whole list when left out. */
export const paging = {
  offset: writtenNumber({ max: 1_000_000 }).optional(),
  limit: writtenNumber({ min: 1, max: 500 }).optional(),
};

/** The answer's header with the number of entries on all pages together. */
export const totalHeader = 'x-total-count';
