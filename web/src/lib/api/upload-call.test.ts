import { uploadAttachment } from '@koinonia/contracts/media.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { uploadCall } from './upload-call.ts';

const seconds = 1000;
const minutes = 60 * seconds;
const kilobytes = 1000;

/** A browser's upload whose events the test triggers: jsdom fires them only once the answer has come. */
class Upload extends EventTarget {
  static last: Upload;
  readonly upload = new EventTarget();
  status = 0;
  responseText = '';
  open() {}
  setRequestHeader() {}
  getResponseHeader = () => null;
  send() {
    Upload.last = this;
  }
  abort() {
    this.#end('abort');
  }
  handsOver(loaded: number, total: number) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }));
    if (loaded === total) this.upload.dispatchEvent(Object.assign(new Event('load'), { loaded }));
  }
  isAnswered(status: number) {
    this.status = status;
    this.#end('load');
  }
  #end(how: 'abort' | 'load') {
    this.dispatchEvent(new Event(how));
    this.dispatchEvent(new Event('loadend'));
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', Upload);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const upload = () => uploadCall({})(uploadAttachment, { params: { id: 'kitchen' }, body: new FormData() }, {});

test('a file may go slowly, and its last part, which the device still holds, has minutes to arrive', async () => {
  const answer = upload();
  for (const loaded of [0, 170, 340, 512]) {
    Upload.last.handsOver(loaded * kilobytes, 512 * kilobytes);
    vi.advanceTimersByTime(170 * seconds);
  }
  vi.advanceTimersByTime(6 * minutes);
  Upload.last.isAnswered(201);
  expect((await answer).status).toBe(201);
});

test.each([
  ['stands still', 100 * kilobytes, 4 * minutes],
  ['is never answered', 512 * kilobytes, 11 * minutes],
])('an upload that %s ends', async (_, loaded, later) => {
  const refused = expect(upload()).rejects.toThrow('The upload stood still');
  Upload.last.handsOver(loaded, 512 * kilobytes);
  vi.advanceTimersByTime(later);
  await refused;
});

test('nobody waits for minutes for a small picture, nor for a connection that takes nothing', async () => {
  const picture = expect(upload()).rejects.toThrow('The upload stood still');
  Upload.last.handsOver(60 * kilobytes, 60 * kilobytes);
  vi.advanceTimersByTime(2 * minutes);
  await picture;
  const nothing = expect(upload()).rejects.toThrow('The upload stood still');
  vi.advanceTimersByTime(minutes);
  await nothing;
});
