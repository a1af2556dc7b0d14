import type { UploadKind, VariantFormat } from '../database/schema.ts';

const folders: Readonly<Record<UploadKind, string>> = {
  avatar: 'avatars',
  attachment: 'attachments',
  'group-picture': 'group-pictures',
};

type Named = { readonly id: string; readonly kind: UploadKind };

/** What an upload's objects are called in the store: always the same, so that work done twice stores nothing twice. */
export const originalName = ({ id, kind }: Named) => `${folders[kind]}/${id}/original`;
export const variantName = ({ id, kind }: Named, variant: { size: number; format: VariantFormat }) =>
  `${folders[kind]}/${id}/${variant.size}.${variant.format}`;

/** What the names of all objects of an upload begin with. */
export const objectsOf = ({ id, kind }: Named) => `${folders[kind]}/${id}/`;

/** Where all objects of uploads lie. */
export const allObjects: readonly string[] = Object.values(folders).map((folder) => `${folder}/`);

/** The id of the upload that an object belongs to, or null when it is none of ours. */
export const uploadIdIn = (name: string) => /^[a-z-]+\/([0-9a-f-]{36})\/[a-z0-9.]+$/.exec(name)?.[1] ?? null;
