import type { Call } from '@koinonia/contracts/call.ts';
import { unsavedDuring } from '../unsaved.ts';
import { notTheServers } from './api-error.ts';
import { createAuthenticatedRequest } from './authenticated-request.ts';
import { ofPage, sessionTokens } from './request.ts';
import { fetchCall, type Input } from './send-call.ts';

/** Milliseconds without a byte: before the first one, the server may have to gather much. */
const patience = 300_000;
const untilRead = 60_000;

/**
 * Makes a call that answers with a file, and puts the file among the person's downloads under the name that the server
 * gave it. A link would not do: it carries no token. Throws as `request` does.
 */
export async function download<C extends Call>(call: C, ...input: Input<C>): Promise<void> {
  let file: { content: Blob; name: string } | undefined;
  const send: typeof fetchCall = async (...sent) => {
    const response = await fetchCall(...sent);
    if (!response.ok) return response;
    const disposition = response.headers.get('Content-Disposition');
    // A page that something else has sent is not what was asked for.
    if (disposition === null) throw notTheServers(response.status);
    file = { content: await response.blob(), name: nameOf(disposition) };
    return new Response('null', { status: response.status });
  };
  const requestFile = createAuthenticatedRequest({ tokens: sessionTokens, session: ofPage, send, timeout: patience });
  await unsavedDuring(requestFile(call, ...input));
  if (file !== undefined) keep(file.content, file.name);
}

const nameOf = (disposition: string) => /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'koinonia';

function keep(content: Blob, name: string) {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the file after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), untilRead);
}
