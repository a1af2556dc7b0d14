import type { Call } from '@koinonia/contracts/call.ts';
import { fileOf, saveFile } from '../save-file.ts';
import { unsavedDuring } from '../unsaved.ts';
import { notTheServers } from './api-error.ts';
import { respond } from './request.ts';
import { fetchCall, type Input } from './send-call.ts';

/** Milliseconds without a byte: before the first one, the server may have a lot to gather. */
const patience = 300_000;

/**
 * Makes a call that answers with a file, and puts the file among the person's downloads under the name that the server
 * gave it. A link would not do: it carries no token. Throws as `request` does.
 */
export const download = <C extends Call>(call: C, ...input: Input<C>): Promise<void> =>
  saveFile(JSON.stringify([call.path, ...input]), () => unsavedDuring(fetchFile(call, ...input)));

async function fetchFile<C extends Call>(call: C, ...[input]: Input<C>): Promise<File | undefined> {
  let file: File | undefined;
  const send: typeof fetchCall = async (...sent) => {
    const response = await fetchCall(...sent);
    if (!response.ok) return response;
    file = await fileOf(response);
    // Something else has answered, such as with a page of its own.
    if (file === undefined) throw notTheServers(response.status);
    return new Response('null', { status: response.status });
  };
  await respond(call, input ?? {}, { send, timeout: patience });
  return file;
}
