import type { Migrations } from '@koinonia/kit/stores/database.ts';
import * as uploads from './2026-11-21-uploads.ts';
import * as groupPictures from './2026-11-22-group-pictures.ts';
import * as withdrawn from './2026-11-22-withdrawn.ts';
import * as clientIds from './2026-11-27-client-ids.ts';
import * as fileStore from './2026-11-28-file-store.ts';
import * as notStored from './2026-11-29-not-stored.ts';

export const migrations: Migrations = {
  '2026-11-21-uploads': uploads,
  '2026-11-22-group-pictures': groupPictures,
  '2026-11-22-withdrawn': withdrawn,
  '2026-11-27-client-ids': clientIds,
  '2026-11-28-file-store': fileStore,
  '2026-11-29-not-stored': notStored,
};
