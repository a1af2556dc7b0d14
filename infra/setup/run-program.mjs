import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { projectNode } from './paths.mjs';
import { PlainError, Signalled } from './plain-words.mjs';

const keptOutput = 20_000;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program to its end and shows its output as it comes. Resolves with the exit code and the last part of the output;
 * throws `PlainError` when there is no such program, and `Signalled` if this process got a signal meanwhile. With `stdio` the
 * output goes straight to the terminal and is not kept.
 */
export async function runProgram(program, args, options) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let output = '';
  const show = (target) => (chunk) => {
    target.write(chunk);
    output = (output + chunk).slice(-keptOutput);
  };
  child.stdout?.on('data', show(process.stdout));
  child.stderr?.on('data', show(process.stderr));
  const passing = passSignalsOn(child);
  try {
    const [code] = await once(child, 'close');
    if (passing.signalled()) throw new Signalled();
    return { code: code ?? 1, output };
  } catch (error) {
    if (error.code === 'ENOENT') throw new PlainError(`${program} is not on this machine's PATH.`);
    throw error;
  } finally {
    passing.stop();
  }
}

/**
 * Runs a script on the project's Node in the place of this process: signals for this one are passed on to it, and this one
 * ends when it does, with its exit code.
 */
export async function becomeProgram(args, options) {
  const program = spawn(projectNode, args, { stdio: 'inherit', ...options });
  passSignalsOn(program);
  const [code] = await once(program, 'exit');
  process.exit(code ?? 1);
}

/** A signal for this process is passed on to the child first, so that nothing is left running. */
export function passSignalsOn(child) {
  let signalled = false;
  const passOn = (signal) => {
    signalled = true;
    child.kill(signal);
  };
  for (const signal of signals) process.on(signal, passOn);
  return {
    signalled: () => signalled,
    stop() {
      for (const signal of signals) process.off(signal, passOn);
    },
  };
}

/** Resolves at the first signal for this process. From then on, no signal ends it by itself: a terminal sends several. */
export function firstSignal() {
  return new Promise((resolve) => {
    for (const signal of signals) process.on(signal, resolve);
  });
}
