/**
 * What a process that a test starts finds around it, whatever it is told besides. Nothing else of the environment of the
 * tests leaks in, so that the product sees what the contract names and no more. TMPDIR lies in the folder of the run of
 * tests, by which a process is found that the run has left behind.
 */
export function surroundings(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'NODE_COMPILE_CACHE'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}
