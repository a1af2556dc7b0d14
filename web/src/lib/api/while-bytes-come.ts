/** Makes a request without an overall time limit: it is aborted after `silence` milliseconds without a byte, or by `wanted`. */
export async function whileBytesCome(
  ask: (signal: AbortSignal) => Promise<Response>,
  silence: number,
  wanted: AbortSignal | undefined,
): Promise<Response> {
  const ending = new AbortController();
  const end = () => ending.abort(wanted?.reason);
  if (wanted?.aborted === true) end();
  wanted?.addEventListener('abort', end, { once: true });

  async function next<T>(coming: Promise<T>): Promise<T> {
    const timer = setTimeout(() => ending.abort(new DOMException('Nothing came', 'TimeoutError')), silence);
    return coming.finally(() => clearTimeout(timer));
  }

  async function hear(reader: ReadableStreamDefaultReader<Uint8Array>) {
    while (!(await next(reader.read())).done);
  }

  const response = await next(ask(ending.signal));
  // Reads a copy: Chromium shows a request as cancelled in its tools when the page reads the bytes piece by piece.
  const reader = response.clone().body?.getReader();
  // The caller that reads the response gets the same error.
  if (reader) hear(reader).catch(() => undefined);
  return response;
}
