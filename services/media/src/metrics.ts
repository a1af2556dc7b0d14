import { Counter, Gauge, Histogram, type Metric, type Registry } from 'prom-client';
import type { FileStore } from '@koinonia/kit/files/file-store.ts';
import { counterOf } from '@koinonia/kit/observing/counter-of.ts';
import type { MediaDatabase } from './database/schema.ts';
import { countPendingImages } from './images/queries.ts';

/**
 * Always empty: it keeps the metrics out of prom-client's global registry until `registerAt`, because the process's own
 * registry exists only after its stores are open.
 */
const registers: Registry[] = [];

/** The metrics of uploads, of image processing and of the file store. */
export function createMediaMetrics(db: MediaDatabase) {
  const counted = {
    uploads: counterOf({
      name: 'media_uploads_total',
      help: 'Uploads that were answered: taken, refused by a rule, or failed by us',
      labels: { kind: ['avatar', 'attachment', 'group-picture'], outcome: ['taken', 'refused', 'failed'] },
      registers,
    }),
    storedBytes: new Counter({ name: 'media_stored_bytes_total', help: 'Bytes put into the store', registers }),
    storeErrors: counterOf({
      name: 'media_store_errors_total',
      help: 'Writes, reads, deletions and pings of the file store that failed',
      labels: { operation: ['put', 'get', 'delete', 'ping'] },
      registers,
    }),
    imageWork: new Histogram({
      name: 'media_image_work_seconds',
      help: 'Time that a try to work on an image took, by how it ended',
      labelNames: ['outcome'] as const,
      buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 60],
      registers,
    }),
    imagesGivenUp: new Counter({
      name: 'media_images_given_up_total',
      help: 'Images that were refused after their upload: two tries failed, or their time ran out',
      registers,
    }),
  };
  const all: readonly Metric[] = [...Object.values(counted), ...pendingImages(db)];
  return { ...counted, registerAt: (registry: Registry) => all.forEach((metric) => registry.registerMetric(metric)) };
}

export type MediaMetrics = ReturnType<typeof createMediaMetrics>;

/** How many images wait, and since when: read from the database, so every process reports the same. */
function pendingImages(db: MediaDatabase) {
  let asked: ReturnType<typeof countPendingImages> | null = null;
  /** One query for both, collected at the same moment. No value while the database is away: 0 would mean all is well. */
  async function found(valueOf: (counted: Awaited<ReturnType<typeof countPendingImages>>) => number): Promise<number> {
    asked ??= countPendingImages(db).finally(() => (asked = null));
    return asked.then(valueOf, () => NaN);
  }
  const oldest = new Gauge({
    name: 'media_images_oldest_pending_seconds',
    help: 'Age of the image that has waited longest to be worked on; 0 when none does',
    registers,
    async collect() {
      this.set(await found(({ seconds }) => seconds ?? 0));
    },
  });
  const pending = new Gauge({
    name: 'media_images_pending',
    help: 'Images that are to be worked on, or are being worked on',
    registers,
    async collect() {
      this.set(await found(({ images }) => images));
    },
  });
  return [pending, oldest] as const;
}

/** The same store, with its stored bytes and its errors counted. */
export function countedStore(files: FileStore, { storedBytes, storeErrors }: MediaMetrics): FileStore {
  const counted = <Result>(operation: string, done: Promise<Result>): Promise<Result> =>
    done.catch((error: unknown) => {
      storeErrors.inc({ operation });
      throw error;
    });
  return {
    async put(name, body, about) {
      await counted('put', files.put(name, body, about));
      storedBytes.inc(about.size);
    },
    get: (name, range) => counted('get', files.get(name, range)),
    delete: (name) => counted('delete', files.delete(name)),
    list: (prefix) => files.list(prefix),
    ping: () => counted('ping', files.ping()),
  };
}
