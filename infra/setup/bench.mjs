import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { installDependencies } from './install.mjs';
import { projectNode, root } from './paths.mjs';
import { runMain } from './plain-words.mjs';
import { passSignalsOn } from './run-program.mjs';
import { redisServer } from './test-tools.mjs';

/** Separate measurements that the normal bench does not include: `npm run bench -- scaling`. */
const others = ['scaling', 'reading', 'growth'];

/** The performance bench, which needs a Redis server besides npm's packages. */
await runMain(async () => {
  await installDependencies();
  const [first, ...rest] = process.argv.slice(2);
  const [program, options] = others.includes(first) ? [first, rest] : ['main', process.argv.slice(2)];
  const bench = spawn(projectNode, [`infra/bench/${program}.ts`, ...options], {
    cwd: root,
    env: { ...process.env, REDIS_SERVER: await redisServer() },
    stdio: 'inherit',
  });
  passSignalsOn(bench);
  const [code] = await once(bench, 'exit');
  process.exit(code ?? 1);
});
