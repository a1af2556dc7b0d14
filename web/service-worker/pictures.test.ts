import { afterEach, expect, test, vi } from 'vitest';
import { pictureFor } from './pictures.ts';

afterEach(() => vi.unstubAllGlobals());

test('where the browser’s cache is broken, pictures come from the server', async () => {
  const broken = () => Promise.reject(new DOMException('Unexpected internal error', 'UnknownError'));
  vi.stubGlobal('caches', { open: broken });
  const picture = await pictureFor(new Request('data:,a%20face'), () => undefined);
  expect(await picture.text()).toBe('a face');
});
