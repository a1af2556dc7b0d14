import { once } from 'node:events';
import { join } from 'node:path';
import type { Job, Result } from './generator/jobs.ts';
import { generatorCore, startScript, stop } from './processes.ts';

const script = join(import.meta.dirname, 'generator/main.ts');

/** The load generator, a process on its own core. */
export interface Generator {
  /** Resolves when the job is done. Jobs are done one after another. */
  run(job: Job): Promise<Result>;
  stop(): Promise<void>;
}

export function startGenerator(): Generator {
  // Garbage of thousands of connections is collected rarely and in one go: that disturbs the measurement less.
  const child = startScript(script, [], { NODE_OPTIONS: '--max-semi-space-size=64' }, generatorCore);
  return {
    async run(job) {
      child.send(job);
      const [answer] = (await once(child, 'message')) as [{ result?: Result; error?: string }];
      if (!answer.result) throw new Error(answer.error);
      return answer.result;
    },
    stop: () => stop(child),
  };
}
