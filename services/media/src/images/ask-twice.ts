import type { Answers, ImageTask } from './tasks.ts';
import { ImageProcessDied } from './image-process.ts';
import type { ImagePool } from './image-pool.ts';

/** The answer of an image process, or of a second one: the first may have died of something else, such as lack of memory. */
export async function askTwice<Task extends ImageTask>(
  pool: ImagePool,
  task: Task,
  whose: string,
): Promise<Answers[Task['task']]> {
  const ask = () => pool.run(task, whose);
  return ask().catch((error: unknown) => {
    if (error instanceof ImageProcessDied) return ask();
    throw error;
  });
}
