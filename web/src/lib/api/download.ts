import type { Call } from '@koinonia/contracts/call.ts';
import { fileOf, saveFile } from '../save-file.ts';
import { unsavedDuring } from '../unsaved.ts';
import { notTheServers } from './api-error.ts';
import { respond } from './request.ts';
import type { Input } from './send-call.ts';

/** Milliseconds without a byte: before the first one, the server may have a lot to gather. */
const patience = 300_000;

/**
 * Makes a call that answers with a file, and puts the file among the person's downloads under the name that the server
 * gave it. A link would not do: it carries no token. Throws as `request` does.
 */
export const download = <C extends Call>(call: C, ...input: Input<C>): Promise<void> =>
  saveFile(JSON.stringify([call.path, ...input]), () => unsavedDuring(fetchFile(call, ...input)));

const fetchFile = <C extends Call>(call: C, ...[input]: Input<C>): Promise<File> =>
  respond(call, input ?? {}, fileIn, { timeout: patience });

async function fileIn(response: Response): Promise<File> {
  const file = await fileOf(response);
  // Something else has answered, such as with a page of its own.
  if (file === undefined) throw notTheServers(response.status);
  return file;
}
