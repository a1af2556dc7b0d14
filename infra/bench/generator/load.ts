import { setTimeout as wait } from 'node:timers/promises';
import type { CrowdConnection } from './crowd-connection.ts';
import type { Deliveries } from './deliveries.ts';
import type { Load } from './jobs.ts';
import { late, waitUntil } from './wait-until.ts';

/** Messages that have not arrived by this time after the last send are counted as lost. */
const arrivesWithin = 5000;

interface Counts {
  acknowledged: number;
  failed: number;
}

/** Keeps a constant number of sends in flight, for so many seconds. */
export function closedLoop(crowd: CrowdConnection, deliveries: Deliveries, inFlight: number, seconds: number) {
  return measured(crowd, deliveries, seconds, async (until, counts) => {
    let turn = 0;
    const sender = async () => {
      while (performance.now() < until) count(counts, await crowd.send(turn++, performance.now()));
    };
    await Promise.all(Array.from({ length: inFlight }, sender));
  });
}

/**
 * A constant number of sends per second. Latency counts from the time when a message was due, so a server that makes
 * senders wait cannot hide it (coordinated omission).
 */
export function openLoop(crowd: CrowdConnection, deliveries: Deliveries, rate: number, seconds: number) {
  return measured(crowd, deliveries, seconds, async (until, counts) => {
    const open: Promise<void>[] = [];
    const pause = 1000 / rate;
    let turn = 0;
    for (let due = performance.now(); due < until;) {
      while (due <= performance.now() && due < until) {
        open.push(crowd.send(turn++, due).then((yes) => count(counts, yes)));
        due += pause;
      }
      await (pause > 2 * late ? waitUntil(due) : wait(late));
    }
    await Promise.race([Promise.all(open), wait(arrivesWithin)]);
  });
}

function count(counts: Counts, acknowledged: boolean): void {
  if (acknowledged) counts.acknowledged += 1;
  else counts.failed += 1;
}

async function measured(
  crowd: CrowdConnection,
  deliveries: Deliveries,
  seconds: number,
  run: (until: number, counts: Counts) => Promise<void>,
): Promise<Load> {
  deliveries.clear();
  const counts: Counts = { acknowledged: 0, failed: 0 };
  const began = performance.now();
  await run(began + seconds * 1000, counts);
  const sent = (performance.now() - began) / 1000;
  const each = audienceOf(crowd);
  const expected = counts.acknowledged * each;
  const giveUp = performance.now() + arrivesWithin;
  while (deliveries.count < expected && performance.now() < giveUp) await wait(2);
  const all = (performance.now() - began) / 1000;
  const [p50, p99] = deliveries.percentiles(0.5, 0.99) as [number, number];
  return {
    sends: counts.acknowledged / sent,
    acknowledged: counts.acknowledged,
    failed: counts.failed,
    deliveries: deliveries.count / all,
    expected,
    arrived: deliveries.count,
    p50,
    p99,
  };
}

/** The number of people who get a message, including its sender. All chats of a crowd have the same size. */
function audienceOf({ crowd }: CrowdConnection): number {
  const chat = crowd.senders[0]?.chat;
  return crowd.members.filter(({ chats }) => chat !== undefined && chats.includes(chat)).length;
}
