/*
 * The process that reads strangers' images, so that an exploit or crash affects nothing else. It has no connection, no
 * secret and no store: files in, files out. The parent process ends it (`images/image-process.ts`).
 */
import { setPriority } from 'node:os';
import { ImageRefused } from '../image-refused.ts';
import { inspect } from './inspect.ts';
import { prepareImageLibrary } from './open-image.ts';
import { recognise } from './recognise.ts';
import type { ImageReply, ImageRequest, ImageTask } from '../tasks.ts';
import { makeVariants } from './variants.ts';

/** Maximum memory of the process in bytes. The largest allowed image takes some 400 MB (decision 082). */
const maxMemory = 700 * 1024 * 1024;
const lookEvery = 100;

prepareImageLibrary();
setPriority(Number(process.argv[2]));
setInterval(() => process.memoryUsage.rss() > maxMemory && process.exit(1), lookEvery).unref();

process.on('message', async ({ id, task }: ImageRequest) => {
  try {
    answer({ id, done: await run(task) });
  } catch (error) {
    if (error instanceof ImageRefused) answer({ id, refused: error.refusal });
    else throw error;
  }
});

// A Ctrl-C reaches every process of the terminal; this one must finish its work, and its parent ends it.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('disconnect', () => process.exit(0));

function run(task: ImageTask) {
  switch (task.task) {
    case 'recognise':
      return recognise(task.path);
    case 'inspect':
      return inspect(task.path);
    case 'variants':
      return makeVariants(task.path, task.kind, task.folder);
  }
}

function answer(reply: ImageReply): void {
  process.send?.(reply);
}
