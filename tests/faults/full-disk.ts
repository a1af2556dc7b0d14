import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { maxTextLength } from '@koinonia/contracts/chat.ts';
import { expect } from 'vitest';
import type { Cluster } from '../support/cluster.ts';
import { type Person, somebody } from '../support/people.ts';
import { until } from '../support/until.ts';
import type { Random } from './random.ts';
import { requireAllRunning, whileTalking } from './while-talking.ts';

/** Fills the disk with a cluster's database and files, and makes room again. */
export async function fillDisk(cluster: Cluster, disk: string, random: Random): Promise<number> {
  const ruth = await somebody(cluster);
  const chat = await ruth.directChatWith(await somebody(cluster));
  await ruth.send(chat, 'There is room');
  const ballast = join(disk, 'ballast');
  return whileTalking(
    cluster,
    async (talk) => {
      await talk.flows(30);
      await random.moment();
      await takeAllRoom(disk, ballast);
      expect(await uploadOf(cluster, ruth, chat)).toBe(507);
      // Existing free pages of the database may hold some messages; long texts use them up.
      await until(async () => expect(await statusOfLongText(ruth, chat)).toBe(503), 60_000);
      expect(await ruth.messages(chat, { limit: 1 })).toHaveLength(1);
      await rm(ballast);
      const recovered = await talk.mustSettle();
      expect(await uploadOf(cluster, ruth, chat)).toBe(201);
      requireAllRunning(cluster);
      return recovered;
    },
    () => rm(ballast, { force: true }),
  );
}

/** The write fails when there is no room left, as intended. */
async function takeAllRoom(disk: string, ballast: string) {
  const { bsize, bavail } = await statfs(disk);
  await writeFile(ballast, Buffer.alloc(bsize * bavail)).catch(() => {});
}

async function statusOfLongText({ api }: Person, { id }: { id: string }): Promise<number> {
  // Random letters: compressible text would take hardly any room.
  const letters = Array.from({ length: maxTextLength }, () => String.fromCharCode(0x4e00 + Math.random() * 20_000));
  return (await api.request('POST', '/api/chat/send', { chatId: id, text: letters.join('') })).status;
}

async function uploadOf({ origins }: Cluster, { token }: Person, { id }: { id: string }): Promise<number> {
  const form = new FormData();
  form.append('attachment', new Blob([new Uint8Array(2 ** 20)]), 'one-megabyte.bin');
  const answer = await fetch(`${origins[0]}/api/chat/${id}/attachment`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  await answer.arrayBuffer();
  return answer.status;
}
