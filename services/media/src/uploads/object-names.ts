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
