import { join } from 'node:path';
import { installDependencies } from './install.mjs';
import { root } from './paths.mjs';
import { runMain } from './plain-words.mjs';
import { becomeProgram } from './run-program.mjs';

// Messages of the set-up must not get into the program's own output, which may be a pipe.
process.stdout.write = process.stderr.write.bind(process.stderr);

/** Runs a program of ours on the project's own Node: `run.mjs <script> [arguments]`, paths relative to the caller's folder. */
await runMain(async () => {
  const [script, ...args] = process.argv.slice(2);
  await installDependencies();
  await becomeProgram([join(root, script), ...args], { cwd: process.env.INIT_CWD ?? process.cwd() });
});
