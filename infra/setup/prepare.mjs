import { buildWeb } from './build-web.mjs';
import { installDependencies } from './install.mjs';

/** Prepares everything that the product needs to run: the right Node, the dependencies, the pages. */
export async function prepare() {
  await installDependencies();
  await buildWeb();
}
