import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { IdentityContext } from '../context.ts';
import * as queries from './queries.ts';

const aliveEvery = 15_000;
/** Ms in which all processes of one machine end. A gateway that ends first cuts what it was passing on. */
const allEndWithin = 10_000;

/** Records how the downloads go that this process sends. */
export interface FollowedDownloads {
  /**
   * The same stream, with its progress recorded. The end is recorded before the last bytes go out, so that a new request fits.
   * One that fails on our side does not count; one that its reader cancels does.
   */
  follow(zip: Readable, id: string): Readable;
  /** Our own process ends: what is cut from now on, or has just been cut, is no reader's doing. */
  processEnds(): void;
  /** Resolves when the end of each is recorded; all connections are closed by now. */
  close(): Promise<void>;
}

export function followDownloads({ db, log }: Pick<IdentityContext, 'db' | 'log'>): FollowedDownloads {
  const quietly = (err: unknown) => log.warn({ err }, 'how a download goes could not be kept');
  /** How to record that it was cut; does nothing when another end has been recorded. */
  const running = new Set<() => Promise<void>>();
  /** The ids of those that the other side has just cut. */
  const cutLately = new Set<string>();
  let isOurEnd = false;

  return {
    follow(zip, id) {
      const timer = setInterval(() => void queries.tellAlive(db, id).catch(quietly), aliveEvery);
      timer.unref();
      let ending: Promise<void> | undefined;
      let hasFailed = false;
      const end = (counts: boolean) =>
        (ending ??= (counts ? queries.endDownload : queries.deleteDownload)(db, id).catch(quietly));
      const cut = () => {
        const counts = !hasFailed && !isOurEnd;
        if (!ending && counts) {
          cutLately.add(id);
          setTimeout(() => cutLately.delete(id), allEndWithin).unref();
        }
        return end(counts);
      };
      running.add(cut);
      const out = new Transform({
        transform: (chunk, _, pass) => pass(null, chunk),
        flush: (pass) => void end(true).then(() => pass()),
      });
      zip.once('error', () => {
        hasFailed = !out.destroyed;
      });
      void pipeline(zip, out)
        .catch((err: unknown) => log.warn({ err }, 'a download of somebody’s data was cut short'))
        .then(cut)
        .finally(() => {
          clearInterval(timer);
          running.delete(cut);
        });
      return out;
    },
    processEnds() {
      isOurEnd = true;
    },
    async close() {
      await Promise.all([...running].map((cut) => cut()));
      await Promise.all([...cutLately].map((id) => queries.deleteDownload(db, id).catch(quietly)));
    },
  };
}
