import { installDependencies } from './install.mjs';
import { root } from './paths.mjs';
import { runMain } from './plain-words.mjs';
import { becomeProgram } from './run-program.mjs';
import { redisServer } from './test-tools.mjs';

/** Separate measurements that the normal bench does not include: `npm run bench -- scaling`. */
const others = ['scaling', 'reading', 'growth'];

/** The performance bench, which needs a Redis server besides npm's packages. */
await runMain(async () => {
  await installDependencies();
  const [first, ...rest] = process.argv.slice(2);
  const [program, options] = others.includes(first) ? [first, rest] : ['main', process.argv.slice(2)];
  const env = { ...process.env, REDIS_SERVER: await redisServer() };
  await becomeProgram([`infra/bench/${program}.ts`, ...options], { cwd: root, env });
});
