/**
 * Stands in for zod in the browser's bundle (vite.config.ts). The services check what comes in and what goes out; here
 * the contracts' schemas are types and nothing more, and zod would be a quarter of what the login page loads.
 * Whoever wants to check something in the browser after all is told so at once.
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
