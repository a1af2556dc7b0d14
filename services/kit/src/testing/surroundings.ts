/**
 * What a process that a test starts finds around it, whatever it is told besides. Nothing else of the environment of the
 * tests leaks in, so that the product sees what the contract names and no more. TMPDIR lies in the folder of the run of
 * tests, by which a process is found that the run has left behind; COMPILED_BEFORE is where that run keeps what Node has compiled.
 */
export function surroundings(): Record<string, string> {
  const { PATH, HOME, TMPDIR, COMPILED_BEFORE: NODE_COMPILE_CACHE } = process.env;
  const all = Object.entries({ PATH, HOME, TMPDIR, NODE_COMPILE_CACHE });
  return Object.fromEntries(all.flatMap(([name, value]) => (value ? [[name, value]] : [])));
}
