import { pnpm } from './paths.mjs';

/** A failure that is shown without a stack: its message says what to do. */
export class PlainError extends Error {}

/** A signal has ended what this process was waiting for. */
export class Signalled extends Error {}

const reasons = [
  [
    /ENOSPC|no space left on device|os error 28\b/i,
    'The disk is full. Free some space and run the same command again.',
  ],
  [/EDQUOT|disk quota exceeded/i, 'Your disk quota is used up. Free some space and run the same command again.'],
  [
    /ENOTFOUND|EAI_AGAIN|ENETUNREACH|ECONNREFUSED|ETIMEDOUT|ECONNRESET|ERR_SOCKET_TIMEOUT|fetch failed|META_FETCH_FAIL|error sending request|dns error/,
    'The package registry cannot be reached. Check the network (and the proxy settings of npm), then run the same command again.',
  ],
  [
    /EACCES|EPERM|EROFS/,
    "This user may not write here, or not into npm's own folder. Make this user the owner of the folder that the lines above name.",
  ],
  [
    /ERR_PNPM_OUTDATED_LOCKFILE|ERR_PNPM_FROZEN_LOCKFILE/,
    `pnpm-lock.yaml does not fit the package.json files. Run \`npx ${pnpm} install\` and commit the lockfile.`,
  ],
];

/** Explains in plain words why `step` failed, if the output of the command allows it. */
export function explain(step, output) {
  // pnpm breaks its lines and draws frames around them.
  const said = output.replace(/[\s│├╰─▶]+/g, ' ');
  const reason = reasons.find(([pattern]) => pattern.test(said));
  return new PlainError(`${step} failed. ${reason ? reason[1] : 'The lines above say why.'}`);
}

/** Runs a command's main function; a failure is shown in one sentence and ends with exit code 1. */
export async function runMain(main) {
  try {
    await main();
  } catch (error) {
    if (error instanceof Signalled) process.exit(130);
    if (error instanceof PlainError) console.error(`\n${error.message}`);
    else if (error && error.code === 'ENOSPC') console.error(`\n${explain('The set-up', 'ENOSPC').message}`);
    else console.error(error);
    process.exit(1);
  }
}
