import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const seenByItsUsers = createRequire(import.meta.resolve('react-router-dom')).resolve('react-router');

/** The library's build without warnings for developers, which it exports under no name: bundlers get the other one, too. */
export const reactRouter = join(dirname(seenByItsUsers), '../production/index.mjs');
