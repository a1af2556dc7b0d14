import { setTimeout as wait } from 'node:timers/promises';
import type { MediaDatabase, UploadState } from '../database/schema.ts';
import { selectUpload } from './queries.ts';

const askEvery = 100;
/** Ms that a picture may take to be worked on: less than a person waits for an answer. */
const patience = 10_000;

/** The state of an upload once its image has been processed, or after `patience` ms. */
export async function whenWorkedOn(db: MediaDatabase, id: string): Promise<UploadState> {
  const giveUpAt = performance.now() + patience;
  for (;;) {
    const state = (await selectUpload(db, id))?.state ?? 'failed';
    if (state !== 'pending' || performance.now() > giveUpAt) return state;
    await wait(askEvery);
  }
}
