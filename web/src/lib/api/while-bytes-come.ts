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
  // A copy is heard: Chromium tells its tools of a request as cancelled when a page reads its bytes one by one.
  const reader = response.clone().body?.getReader();
  // Whoever reads the response hears of a failure, too.
  if (reader) hear(reader).catch(() => undefined);
  return response;
}
