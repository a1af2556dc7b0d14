import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const seenByItsUsers = createRequire(import.meta.resolve('react-router-dom')).resolve('react-router');

/** The library's build without developer warnings. The library does not export it: even bundlers get the other build. */
export const reactRouter = join(dirname(seenByItsUsers), '../production/index.mjs');
