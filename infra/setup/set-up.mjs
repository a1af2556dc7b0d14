import { buildWeb } from './build-web.mjs';
import { installDependencies } from './install.mjs';

/** Everything that must be there before anything of the product can run: the right Node, the dependencies, the pages. */
export async function setUp() {
  await installDependencies();
  await buildWeb();
}
