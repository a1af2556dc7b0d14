import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '@koinonia/kit/process/config.ts';
import { testSecret } from '@koinonia/kit/testing/callers.ts';
import { expect, test } from 'vitest';
import { mediaConfig, workerConfig } from './config.ts';

const needed = { DATABASE_URL: 'postgres://127.0.0.1/koinonia', INTERNAL_SECRET: testSecret };

const goodKey = '5f3c9d2e8b1a70465f3c9d2e';

test('what is unset has its standard value', () => {
  expect(mediaConfig(needed)).toMatchObject({
    port: 8104,
    redisUrl: undefined,
    files: { kind: 'folder' },
    limits: { avatarBytes: 2_097_152, attachmentBytes: 26_214_400, bytesADay: 209_715_200, diskFullPercent: 90 },
  });
  expect(workerConfig(needed)).toMatchObject({ port: 8105, files: { kind: 'folder' } });
});

test('files are in S3 when its address is set', () => {
  const s3 = { S3_ENDPOINT: 'http://minio:9000', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: goodKey };
  expect(mediaConfig({ ...needed, ...s3 }).files).toMatchObject({ kind: 's3', s3: { bucket: 'koinonia' } });
});

test('uploads that go on to S3 lie in the data folder if one is set, and a blank one is not', () => {
  const s3 = { S3_ENDPOINT: 'http://minio:9000', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: goodKey };
  const spoolFor = (more: object) => mediaConfig({ ...needed, ...s3, ...more }).spoolFolder;
  expect(spoolFor({ DATA_DIR: '/disk' })).toBe('/disk/uploads');
  for (const blank of [{}, { DATA_DIR: ' ' }]) expect(spoolFor(blank)).toBe(join(tmpdir(), 'koinonia-media'));
});

test.each([
  ['DATABASE_URL', { DATABASE_URL: undefined }],
  ['INTERNAL_SECRET', { INTERNAL_SECRET: 'short' }],
  ['UPLOAD_BYTES_A_DAY', { UPLOAD_BYTES_A_DAY: 'much' }],
  ['DISK_FULL_PERCENT', { DISK_FULL_PERCENT: '120' }],
  ['DISK_FULL_PERCENT', { DISK_FULL_PERCENT: '1e1' }],
  ['S3_ENDPOINT', { S3_ENDPOINT: 'minio:9000', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' }],
  ['S3_ENDPOINT', { S3_ENDPOINT: 'http://minio:9000/bucket', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' }],
  ['S3_ENDPOINT', { S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b' }],
  ['S3_SECRET_KEY', { S3_ENDPOINT: 'http://minio:9000', S3_ACCESS_KEY: 'a' }],
  ['S3_ACCESS_KEY', { S3_ENDPOINT: 'http://minio:9000', S3_SECRET_KEY: 'a' }],
  ['S3_ACCESS_KEY', { S3_ENDPOINT: 'http://127.0.0.1:9000', S3_ACCESS_KEY: 'minioadmin', S3_SECRET_KEY: goodKey }],
  ['S3_SECRET_KEY', { S3_ENDPOINT: 'http://127.0.0.1:9000', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'minioadmin' }],
  ['S3_SECRET_KEY', { S3_ENDPOINT: 'http://minio:9000', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'too short' }],
  ['S3_BUCKET', { S3_ENDPOINT: 'http://minio:9000', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 'b', S3_BUCKET: 'No Bucket' }],
])('a wrong %s stops the start and is named: %j', (name, environment) => {
  for (const read of [mediaConfig, workerConfig]) {
    expect(() => read({ ...needed, ...environment })).toThrow(ConfigError);
    expect(() => read({ ...needed, ...environment })).toThrow(name);
  }
});
