import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { IdentityContext } from '../context.ts';
import * as queries from './queries.ts';

const aliveEvery = 15_000;

/** Records the progress of the downloads that this process sends. */
export interface FollowedDownloads {
  /**
   * The same stream, with its progress recorded. The end is recorded before the last bytes go out, so that a new request
   * finds none under way. A download that fails on our side does not count; one that is cut does.
   */
  follow(zip: Readable, id: string): Readable;
  /** Resolves when the end of each is recorded; all connections are closed by now. */
  close(): Promise<void>;
}

export function followDownloads({ db, log }: Pick<IdentityContext, 'db' | 'log'>): FollowedDownloads {
  const quietly = (err: unknown) => log.warn({ err }, 'the progress of a download could not be recorded');
  /** How to record the end of each; does nothing when it is recorded already. */
  const underWay = new Set<() => Promise<void>>();

  return {
    follow(zip, id) {
      const timer = setInterval(() => void queries.tellAlive(db, id).catch(quietly), aliveEvery);
      timer.unref();
      let hasFailed = false;
      let ending: Promise<void> | undefined;
      const end = () => (ending ??= (hasFailed ? queries.deleteDownload : queries.endDownload)(db, id).catch(quietly));
      underWay.add(end);
      const out = new Transform({
        transform: (chunk, _, pass) => pass(null, chunk),
        flush: (pass) => void end().then(() => pass()),
      });
      zip.once('error', () => {
        // Cut by its reader, the zip fails as well, but after `out`.
        hasFailed = !out.destroyed;
      });
      void pipeline(zip, out)
        .catch((err: unknown) => log.warn({ err }, 'a download of somebody’s data was cut short'))
        .then(end)
        .finally(() => {
          clearInterval(timer);
          underWay.delete(end);
        });
      return out;
    },
    async close() {
      await Promise.all([...underWay].map((end) => end()));
    },
  };
}
