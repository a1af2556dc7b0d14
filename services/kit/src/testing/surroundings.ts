/**
 * The environment of a process that a test starts, besides its own settings. Nothing else of the tests' environment leaks in,
 * so that the product sees only the variables of the contract. TMPDIR lies in the folder of the test run, which identifies
 * processes that the run left behind; COMPILED_BEFORE is the folder where the run caches what Node has compiled.
 */
export function surroundings(): Record<string, string> {
  const { PATH, HOME, TMPDIR, COMPILED_BEFORE: NODE_COMPILE_CACHE } = process.env;
  const all = Object.entries({ PATH, HOME, TMPDIR, NODE_COMPILE_CACHE });
  return Object.fromEntries(all.flatMap(([name, value]) => (value ? [[name, value]] : [])));
}
