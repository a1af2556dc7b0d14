import { preparePostgres } from '@koinonia/infra/solo/testing/prepared-postgres.ts';
import { openRunFolder } from './run-folder.ts';

/** All files of the Chromium run are in one folder, which is deleted with all remaining processes, however the run ends. */
// oxlint-disable-next-line import/no-default-export
export default async function setUpRun() {
  const folder = await openRunFolder();
  await preparePostgres(folder.path);
  return () => folder.clear();
}
