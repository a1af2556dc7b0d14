// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { session } from '../session/session.ts';
import { withEmptyDevice } from '../testing/empty-device.ts';
import { databaseFallsSilent } from '../testing/silent-database.ts';
import { keptPictures } from './kept-pictures.ts';
import { answersOf, clearDeviceDatabase, openDeviceDatabase } from './device-database.ts';

const signIn = (uid: string) => session.accept({ uid, email: `${uid}@base.example`, displayName: uid, photoURL: '' });

const cacheIsBroken = () => {
  const error = new DOMException('Unexpected internal error', 'UnknownError');
  const forget = vi.fn<(name: string) => Promise<boolean>>().mockRejectedValue(error);
  vi.stubGlobal('caches', { delete: forget });
  return forget;
};

withEmptyDevice();

afterEach(() => {
  vi.unstubAllGlobals();
  session.end();
});

test('a cache that cannot be deleted does not keep the messages on the device', async () => {
  signIn('ana');
  const database = await openDeviceDatabase('ana');
  await database.put('messages', { text: 'private' }, ['kitchen', 1]);
  const forget = cacheIsBroken();
  await clearDeviceDatabase();
  expect(forget).toHaveBeenCalledWith(keptPictures);
  expect(await database.getAll('messages')).toEqual([]);
});

test('a cache that never answers does not keep the messages on the device either', async () => {
  signIn('ana');
  const database = await openDeviceDatabase('ana');
  await database.put('messages', { text: 'private' }, ['kitchen', 1]);
  const { promise: never, resolve: answer } = Promise.withResolvers<boolean>();
  vi.stubGlobal('caches', { delete: () => never });
  const clearing = clearDeviceDatabase();
  await expect.poll(() => database.getAll('messages')).toEqual([]);
  answer(true);
  await clearing;
});

test('who reads one thing does not wait for who writes another', async () => {
  signIn('ana');
  await (await openDeviceDatabase('ana')).put('answers', ['kitchen'], 'chats');
  const letGo = await databaseFallsSilent('koinonia-seen', 'messages');
  try {
    expect(await answersOf('ana')).toEqual(new Map([['chats', ['kitchen']]]));
  } finally {
    await letGo();
  }
});

test('what another person has left on the device is gone before somebody else reads, pictures too', async () => {
  signIn('ana');
  await (await openDeviceDatabase('ana')).put('messages', { text: 'private' }, ['kitchen', 1]);
  const forget = vi.fn<(name: string) => Promise<boolean>>().mockResolvedValue(true);
  vi.stubGlobal('caches', { delete: forget });
  signIn('ben');
  const [database] = await Promise.all([openDeviceDatabase('ben'), openDeviceDatabase('ben')]);
  expect(await database.getAll('messages')).toEqual([]);
  expect(forget).toHaveBeenCalledWith(keptPictures);
});
