import { expect, it } from 'vitest';
import { noRoomForFiles, noRoomInDatabase } from './no-room.ts';

const withCode = (code: string, cause?: unknown) => Object.assign(new Error(code, { cause }), { code });

it.each(['ENOSPC', 'EDQUOT', 'EFBIG', 'XMinioStorageFull', 'QuotaExceeded'])(
  'there is no room for a file when this machine or an S3 store says %s',
  (code) => {
    expect(noRoomForFiles(withCode(code))?.message).toBe(code);
    expect(noRoomInDatabase(withCode(code))).toBeUndefined();
  },
);

it('finds the cause, and takes nothing else for it', () => {
  const full = withCode('53100');
  expect(noRoomInDatabase(new Error('The restore failed.', { cause: withCode('X', full) }))).toBe(full);
  expect(noRoomForFiles(full)).toBeUndefined();
  expect(noRoomForFiles(withCode('EACCES'))).toBeUndefined();
  expect(noRoomForFiles('ENOSPC')).toBeUndefined();
});
