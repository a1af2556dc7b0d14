import { Agent, get } from 'node:http';
import type { Place } from '../generator/jobs.ts';
import { waitUntil } from '../generator/wait-until.ts';

export interface Reading {
  readonly answered: number;
  readonly failed: number;
  /** The average size of an answer. */
  readonly bytes: number;
  /** Ms from the time when the request was due until the whole answer had arrived. */
  readonly p50: number;
  readonly p99: number;
}

interface Wanted {
  readonly place: Place;
  readonly token: string;
  readonly path: () => string;
  readonly rate: number;
  readonly seconds: number;
}

/** A constant number of requests per second, on time even if earlier ones are not answered. */
export async function readAtRate({ place, token, path, rate, seconds }: Wanted): Promise<Reading> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const headers = { authorization: `Bearer ${token}` };
  const times: number[] = [];
  let [bytes, failed] = [0, 0];
  const ask = (due: number) =>
    new Promise<void>((resolve) => {
      const fail = () => {
        failed += 1;
        resolve();
      };
      get({ ...place, path: path(), agent, headers }, (answer) => {
        answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
        answer.on('error', fail);
        answer.on('end', () => {
          if (answer.statusCode !== 200) return fail();
          times.push(performance.now() - due);
          resolve();
        });
      }).on('error', fail);
    });

  const open: Promise<void>[] = [];
  const began = performance.now();
  for (let count = 0; count < rate * seconds; count += 1) {
    const due = began + (count * 1000) / rate;
    await waitUntil(due);
    open.push(ask(due));
  }
  await Promise.all(open);
  agent.destroy();
  times.sort((one, other) => one - other);
  const at = (part: number) => times[Math.floor(times.length * part)] ?? NaN;
  return { answered: times.length, failed, bytes: bytes / times.length, p50: at(0.5), p99: at(0.99) };
}
