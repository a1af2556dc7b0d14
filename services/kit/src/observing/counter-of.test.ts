import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { counterOf } from './counter-of.ts';

test('every series of a counter is there before its first event', async () => {
  const registry = new Registry();
  const labels = { kind: ['photo', 'file'], outcome: ['taken', 'failed'] };
  const uploads = counterOf({ name: 'uploads_total', help: 'Uploads', labels, registers: [registry] });
  uploads.inc({ kind: 'file', outcome: 'failed' });
  expect((await registry.metrics()).match(/^uploads_total.*$/gm)).toEqual([
    'uploads_total{kind="photo",outcome="taken"} 0',
    'uploads_total{kind="photo",outcome="failed"} 0',
    'uploads_total{kind="file",outcome="taken"} 0',
    'uploads_total{kind="file",outcome="failed"} 1',
  ]);
});
