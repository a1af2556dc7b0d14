/** Which part may import which. `npm run check` enforces it; the reasons stand beside the rules. */

const tests = '\\.(test|spec)\\.tsx?$|/testing[./]';

export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one thing, or hide a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'everything-resolves',
      comment: 'An import that leads nowhere fails only when that line is reached.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'packages-are-declared',
      comment: "A package that is not in the importer's own package.json is there by luck.",
      severity: 'error',
      from: { pathNot: '^infra/setup/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'contracts-stand-alone',
      comment: 'The contracts are read by browsers and by every process; they know zod and nothing of the house.',
      severity: 'error',
      from: { path: '^services/contracts/', pathNot: tests },
      to: { pathNot: ['^services/contracts/', 'node_modules/zod/'] },
    },
    {
      name: 'kit-knows-no-domain',
      comment: 'The kit is what every process stands on: it may know the contracts, never a service.',
      severity: 'error',
      from: { path: '^services/kit/', pathNot: tests },
      to: { path: '^(services|gateway|web|infra|tests)/', pathNot: '^services/(kit|contracts)/' },
    },
    {
      name: 'services-are-apart',
      comment: 'A service speaks to another by its calls and events, so that each can run, fail and change on its own.',
      severity: 'error',
      from: { path: '^services/([^/]+)/', pathNot: ['^services/(kit|contracts)/', tests] },
      to: { path: '^(services|gateway|web|infra|tests)/', pathNot: ['^services/(kit|contracts)/', '^services/$1/'] },
    },
    {
      name: 'gateway-is-apart',
      comment: 'The gateway passes on; what a service knows stays in the service.',
      severity: 'error',
      from: { path: '^gateway/', pathNot: tests },
      to: { path: '^(services|web|infra|tests)/', pathNot: '^services/(kit|contracts)/' },
    },
    {
      name: 'web-knows-contracts-only',
      comment: 'What runs in a browser shares nothing with the servers but the contracts.',
      severity: 'error',
      from: { path: '^web/', pathNot: tests },
      to: { path: '^(services|gateway|infra|tests)/', pathNot: '^services/contracts/' },
    },
    {
      name: 'nobody-imports-infra',
      comment: 'How the product is started and set up is nothing that a part of it may depend on.',
      severity: 'error',
      from: { path: '^(services|gateway|web)/', pathNot: tests },
      to: { path: '^(infra|tests)/' },
    },
    {
      name: 'product-code-imports-no-tests',
      comment: 'What only tests need must never be loaded by what runs.',
      severity: 'error',
      from: { path: '^(services|gateway|web|infra)/', pathNot: [tests, '^infra/bench/'] },
      to: { path: tests },
    },
    {
      name: 'queries-know-no-rules',
      comment: 'SQL stands at the bottom: queries do not call the services that use them, let alone routes.',
      severity: 'error',
      from: { path: ['queries\\.ts$', '/chats/views\\.ts$', '/messages/page\\.ts$'] },
      to: { path: ['/service\\.ts$', '/routes\\.ts$', '/access\\.ts$', '/app\\.ts$'], pathNot: '^services/kit/' },
    },
    {
      name: 'services-know-no-http',
      comment: 'Rules stand below HTTP: a service does not know the routes that call it.',
      severity: 'error',
      from: { path: '/service\\.ts$' },
      to: { path: ['/routes\\.ts$', '/app\\.ts$'], pathNot: '^services/kit/' },
    },
    {
      name: 'web-lib-is-the-floor',
      comment: 'lib and components are used by features, never the other way round.',
      severity: 'error',
      from: { path: '^web/src/(lib|components)/', pathNot: tests },
      to: { path: '^web/src/(features|app)/' },
    },
    {
      name: 'web-lib-has-no-look',
      comment: 'lib holds no screens.',
      severity: 'error',
      from: { path: '^web/src/lib/', pathNot: tests },
      to: { path: '^web/src/components/' },
    },
    {
      name: 'web-features-are-apart',
      comment: 'A feature can be taken out, or given to somebody else, because no other one reaches into it.',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/', pathNot: tests },
      to: { path: '^web/src/(features|app)/', pathNot: '^web/src/features/$1/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['/dist/', '/node_modules/\\.vite/'] },
    // dependency-cruiser reads TypeScript with swc: TypeScript 7 offers it no interface yet.
    parser: 'swc',
    moduleSystems: ['es6'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css', '.json', '.d.ts'],
    },
  },
};
