import { afterEach, expect, test, vi } from 'vitest';
import { pictureFor } from './pictures.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('where the browser’s cache is broken, pictures come from the server', async () => {
  const broken = () => Promise.reject(new DOMException('Unexpected internal error', 'UnknownError'));
  vi.stubGlobal('caches', { open: broken });
  const picture = await pictureFor(new Request('data:,a%20face'), () => undefined);
  expect(await picture.text()).toBe('a face');
});

/** The cache has a picture of this address. */
function cacheHas(address: string) {
  const pictures = new Map([[address, new Response('as kept')]]);
  const cache = {
    match: async (url: string) => pictures.get(url),
    delete: async ({ url }: Request) => pictures.delete(url),
  };
  vi.stubGlobal('caches', { has: async () => true, open: async () => cache });
  return pictures;
}

test('where the server does not answer, the picture that is kept comes; and goes when it says at last that nobody is there', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const request = new Request('https://base.example/api/media/avatars/ana/64');
  const pictures = cacheHas(request.url);
  const gone = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => gone.promise);
  const works: Promise<void>[] = [];
  const come = vi.fn<(picture: Response) => void>();
  const coming = pictureFor(request, (work) => works.push(work)).then(come);
  await vi.advanceTimersByTimeAsync(4_900);
  expect(come).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(100);
  await coming;
  expect(await come.mock.calls[0]?.[0].text()).toBe('as kept');
  gone.resolve(Response.json({ error: 'No such picture' }, { status: 404 }));
  await Promise.all(works);
  expect([...pictures]).toEqual([]);
});
