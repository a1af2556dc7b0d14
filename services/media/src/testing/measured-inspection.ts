/*
 * An image process as the product has it, whose appetite is measured: for bombs. Started anew for each, with the file's
 * path; prints what became of it, the processor time that it took, and the most memory that the process ever had.
 */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { ImageRefused } from '../images/image-refused.ts';
import { inspect } from '../images/inspect.ts';
import { prepareImageLibrary } from '../images/open-image.ts';

prepareImageLibrary();
// What the library takes to be loaded is no bomb's fault.
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

/** Linux counts what the process that started this one had at that moment too, unless it is asked like this. */
async function mostKilobytes(): Promise<number> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
  const [, own] = /^VmHWM:\s+(\d+) kB/m.exec(status) ?? [];
  return own === undefined ? process.resourceUsage().maxRSS : Number(own);
}
