/**
 * Replaces zod in the browser's bundle (vite.config.ts). The services check all input and output; in the browser the
 * contracts' schemas are only types, and zod would be a quarter of what the login page loads. Code that still tries to
 * validate in the browser gets an error at once.
 */
const runtimeOnly = new Set<string | symbol>([
  'parse',
  'safeParse',
  'parseAsync',
  'safeParseAsync',
  'options',
  'shape',
]);

const schema: unknown = new Proxy(() => schema, {
  get(_, name) {
    if (runtimeOnly.has(name)) throw new Error('Schemas are types only in the browser: see zod-in-the-browser.ts');
    return schema;
  },
});

export const z = schema;
