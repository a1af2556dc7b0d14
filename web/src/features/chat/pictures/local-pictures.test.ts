import { afterEach, expect, test, vi } from 'vitest';
import { LocalPictures } from './local-pictures.ts';

const file = new Blob(['harbour']);
const revoked = vi.spyOn(URL, 'revokeObjectURL');
afterEach(() => revoked.mockClear());

test('a picture has one address, however often the outbox is read', () => {
  const pictures = new LocalPictures();
  const address = pictures.of('harbour', file, null);
  expect(address).toMatch(/^blob:/);
  expect(pictures.of('harbour', new Blob(['harbour']), null)).toBe(address);
  expect(pictures.of('harbour', undefined, '/media/1')).toBe(address);
  expect(pictures.of('sky', undefined, null)).toBeUndefined();
});

test('once the server’s picture is shown, the file that the outbox still has gets no other address', () => {
  const pictures = new LocalPictures();
  const address = pictures.of('harbour', file, null);
  pictures.release('harbour', '/media/1');
  expect(revoked.mock.calls).toEqual([[address]]);
  expect(pictures.of('harbour', file, '/media/1')).toBeUndefined();
});

test('a picture that is uploaded again is shown from this device again, until the server’s is', () => {
  const pictures = new LocalPictures();
  const first = pictures.of('harbour', file, null);
  pictures.release('harbour', '/media/1');
  const second = pictures.of('harbour', file, null);
  expect(second).toMatch(/^blob:/);
  expect(second).not.toBe(first);
  for (const url of ['/media/1', '/media/2']) expect(pictures.of('harbour', file, url)).toBe(second);
  pictures.release('harbour', '/media/2');
  expect(pictures.of('harbour', file, '/media/2')).toBeUndefined();
});

test('at the end every address is given back', () => {
  const pictures = new LocalPictures();
  const addresses = ['harbour', 'sky'].map((one) => [pictures.of(one, file, null)]);
  pictures.stop();
  expect(revoked.mock.calls).toEqual(addresses);
});
