import { preparePostgres } from '@koinonia/infra/solo/testing/prepared-postgres.ts';
import { openRunFolder } from './run-folder.ts';

/** What the run in Chromium puts down lies in one folder, which is cleared away with all that still runs, however it ends. */
// oxlint-disable-next-line import/no-default-export
export default async function setUpRun() {
  const folder = await openRunFolder();
  await preparePostgres(folder.path);
  return () => folder.clear();
}
