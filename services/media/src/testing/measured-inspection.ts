/*
 * An image process like the product's, with its resource use measured: for image bombs. Started anew for each file, with its
 * path; prints the outcome, the processor time, and the peak memory of the process.
 */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { ImageRefused } from '../images/image-refused.ts';
import { inspect } from '../images/child/inspect.ts';
import { prepareImageLibrary } from '../images/child/open-image.ts';

prepareImageLibrary();
// Loads the library first, so that its own cost is not counted.
await sharp(await readFile(process.argv[3] ?? '')).metadata();
const before = process.cpuUsage();
const outcome = await inspect(process.argv[2] ?? '').then(
  () => 'taken',
  (error: unknown) => (error instanceof ImageRefused ? error.refusal : String(error)),
);
const { user, system } = process.cpuUsage(before);
process.stdout.write(
  JSON.stringify({ outcome, cpuMs: (user + system) / 1000, maxMegabytes: (await mostKilobytes()) / 1024 }),
);

/** `maxRSS` on Linux also includes the memory of the parent process at the fork, so `/proc` is read instead. */
async function mostKilobytes(): Promise<number> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
  const [, own] = /^VmHWM:\s+(\d+) kB/m.exec(status) ?? [];
  return own === undefined ? process.resourceUsage().maxRSS : Number(own);
}
