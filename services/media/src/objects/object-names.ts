import { now } from '@koinonia/kit/clock.ts';
import type { UploadKind, VariantFormat } from '../database/schema.ts';

const folders: Readonly<Record<UploadKind, string>> = {
  avatar: 'avatars',
  attachment: 'attachments',
  'group-picture': 'group-pictures',
};

type Named = { readonly id: string; readonly kind: UploadKind };

/** The names of an upload's objects in the store: always the same, so that repeated work stores nothing twice. */
export const originalName = ({ id, kind }: Named) => `${folders[kind]}/${id}/original`;
export const variantName = ({ id, kind }: Named, variant: { size: number; format: VariantFormat }) =>
  `${folders[kind]}/${id}/${variant.size}.${variant.format}`;

/** The common prefix of an upload's objects. */
export const objectsOf = ({ id, kind }: Named) => `${folders[kind]}/${id}/`;

/** The common prefixes of all uploads' objects. */
export const allObjects: readonly string[] = Object.values(folders).map((folder) => `${folder}/`);

/** The id of the upload that an object belongs to, or null for other objects. */
export const uploadIdIn = (name: string) => /^[a-z-]+\/([0-9a-f-]{36})\/[a-z0-9.]+$/.exec(name)?.[1] ?? null;

const aDay = 24 * 60 * 60 * 1000;

/** Whether an object's upload began more than a day ago, or so many; false for objects of no upload. */
export function isOld(name: string, days = 1): boolean {
  const id = uploadIdIn(name);
  // The id is a UUID of version 7, which begins with the ms since 1970.
  return id !== null && Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) <= now() - days * aDay;
}

/** The object with the id of the database whose files the store has (`upkeep/own-store.ts`). */
export const storeMark = 'database';
