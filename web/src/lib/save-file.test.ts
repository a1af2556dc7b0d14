// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { saveLinked } from './save-file.ts';
import { session } from './session/session.ts';
import { takeToastsAway } from './testing/no-toasts.ts';
import { toastStore } from './toast.ts';
import { hasUnsaved } from './unsaved.ts';

const share = vi.fn<() => Promise<void>>();
const toasts = () => toastStore.snapshot().map(({ text }) => text);
const aFile = () =>
  new Response('Bring boots.', { headers: { 'Content-Disposition': 'attachment; filename="a.txt"' } });

/** The answer comes when it is resolved; never, unless it is. */
function stubFetch() {
  const answer = Promise.withResolvers<Response>();
  const fetched = vi.fn<typeof fetch>((_address, init) => {
    init?.signal?.addEventListener('abort', () => answer.reject(init.signal?.reason));
    return answer.promise;
  });
  vi.stubGlobal('fetch', fetched);
  return { fetched, answer };
}

// As in an app on an iPhone's home screen.
beforeEach(() => vi.stubGlobal('navigator', { standalone: true, canShare: () => true, share }));

afterEach(() => {
  session.end();
  takeToastsAway();
  share.mockReset();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a file that is pressed again while it loads is loaded and shared once, and counts as unsaved until then', async () => {
  const { fetched, answer } = stubFetch();
  const saving = [saveLinked('/a'), saveLinked('/a')];
  expect(fetched).toHaveBeenCalledOnce();
  expect(hasUnsaved()).toBe(true);
  expect(toasts()).toEqual(['Loading the file...']);
  answer.resolve(aFile());
  await Promise.all(saving);
  expect(share).toHaveBeenCalledOnce();
  expect(hasUnsaved()).toBe(false);
  expect(toasts()).toEqual([]);

  const { fetched: fetchedLater, answer: later } = stubFetch();
  later.resolve(aFile());
  await saveLinked('/a');
  expect(fetchedLater, 'it is not kept').toHaveBeenCalledOnce();
});

test('a file of which nothing comes for 20 seconds is given up, and can be asked for again', async () => {
  vi.useFakeTimers();
  const { fetched } = stubFetch();
  let failure: unknown;
  void saveLinked('/a').catch((reason: unknown) => (failure = reason));
  await vi.advanceTimersByTimeAsync(19_999);
  expect(failure).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(failure).toMatchObject({ name: 'TimeoutError' });
  expect(hasUnsaved()).toBe(false);
  expect(toasts()).toEqual([]);
  await expect(saveLinked('/a')).rejects.toThrow();
  expect(fetched).toHaveBeenCalledTimes(2);
});

test('a share sheet that is open already is no failure', async () => {
  const { answer } = stubFetch();
  answer.resolve(aFile());
  share.mockRejectedValueOnce(new DOMException('An earlier share has not yet completed', 'InvalidStateError'));
  await saveLinked('/a');
  expect(share).toHaveBeenCalledOnce();
  expect(toasts()).toEqual([]);
});

/** A press by Ana, of which the file comes when `answer` is resolved. */
function anaPresses() {
  session.accept({ uid: 'ana', email: 'ana@base.example', displayName: 'Ana', photoURL: '' });
  const { answer } = stubFetch();
  return { answer, saving: saveLinked('/a') };
}

/** Ana's session ends, and Ben signs in on the same page. */
function benComes() {
  session.end();
  session.accept({ uid: 'ben', email: 'ben@base.example', displayName: 'Ben', photoURL: '' });
}

test('a file that came too late after a press is kept for the next one, but not for another person', async () => {
  vi.useFakeTimers();
  share.mockRejectedValue(new DOMException('No press', 'NotAllowedError'));
  const { answer, saving } = anaPresses();
  answer.resolve(aFile());
  await saving;
  const { fetched, answer: later } = stubFetch();
  await saveLinked('/a');
  expect(share).toHaveBeenCalledTimes(2);
  expect(fetched, 'it is kept').not.toHaveBeenCalled();

  benComes();
  later.resolve(aFile());
  await saveLinked('/a');
  expect(fetched).toHaveBeenCalledOnce();
});

test('a file that comes when the session is over is given to nobody', async () => {
  const { answer, saving } = anaPresses();
  benComes();
  answer.resolve(aFile());
  await saving;
  expect(share).not.toHaveBeenCalled();
});
