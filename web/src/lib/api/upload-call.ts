import { addressOf, type fetchCall } from './send-call.ts';

export interface UploadProgress {
  /** The part that is sent, 0 to 1. */
  onProgress?(part: number): void;
  readonly signal?: AbortSignal;
}

/**
 * Milliseconds after which the server counts as gone: without a first sign of progress, without more of it, and without an
 * answer after the last byte. Progress shows what the device has put into its send buffer. At 1 KiB/s, which the server still
 * accepts, the buffer takes minutes to send the third that makes room for more, and up to ten minutes to empty.
 */
const silence = { beginning: 45_000, sending: 180_000, sent: 600_000 };
/** The buffer holds at most the whole upload, and a byte takes a millisecond. */
const arrivalOf = (bytes: number) => Math.min(silence.beginning + bytes, silence.sent);

/** Sends a form as `fetchCall` does, but reports progress, which `fetch` cannot. No time limit while bytes get through. */
export function uploadCall({ onProgress, signal }: UploadProgress): typeof fetchCall {
  return (call, input, { token }) =>
    new Promise((resolve, reject) => {
      const xhr = new XMLHttpRequest();
      const cancel = () => xhr.abort();
      let timer = setTimeout(cancel, silence.beginning);
      const waitAgain = (milliseconds: number) => {
        clearTimeout(timer);
        timer = setTimeout(cancel, milliseconds);
      };

      xhr.upload.addEventListener('progress', ({ loaded, total }) => {
        waitAgain(silence.sending);
        if (total > 0) onProgress?.(loaded / total);
      });
      xhr.upload.addEventListener('load', ({ loaded }) => waitAgain(arrivalOf(loaded)));
      xhr.addEventListener('load', () => resolve(responseOf(xhr)));
      xhr.addEventListener('error', () => reject(new TypeError('The upload did not get through')));
      xhr.addEventListener('abort', () => reject(signal?.reason ?? new TypeError('The upload stood still')));
      xhr.addEventListener('loadend', () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', cancel);
      });

      xhr.open(call.method, addressOf(call, input));
      xhr.responseType = 'text';
      if (token !== undefined) xhr.setRequestHeader('Authorization', `Bearer ${token}`);
      signal?.addEventListener('abort', cancel);
      xhr.send(input.body as FormData);
      if (signal?.aborted === true) cancel();
    });
}

function responseOf(xhr: XMLHttpRequest): Response {
  const headers = new Headers();
  const retryAfter = xhr.getResponseHeader('Retry-After');
  if (retryAfter !== null) headers.set('Retry-After', retryAfter);
  return new Response(xhr.status === 204 ? null : xhr.responseText, { status: xhr.status, headers });
}
