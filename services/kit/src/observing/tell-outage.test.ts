import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from './log.ts';
import { createOutageTeller } from './tell-outage.ts';

type Line = { level: string; msg: string; failures?: number; err?: { message: string } };
let lines: Line[];
let outage: ReturnType<typeof createOutageTeller>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  lines = [];
  const log = createLog('info', 'tests', { write: (line) => void lines.push(JSON.parse(line)) });
  outage = createOutageTeller(log, { away: 'it is away', back: 'it is back' });
});
afterEach(() => void vi.useRealTimers());

const told = () => lines.splice(0).map(({ level, msg, failures }) => `${level}: ${msg} (${failures})`);
const fail = (times: number) => {
  for (let time = 0; time < times; time += 1) outage.fail(new Error('refused'));
};

test('an outage is told at once, then once a minute with how often it was met, and when it is over', () => {
  fail(1);
  expect(lines[0]?.err?.message).toBe('refused');
  expect(told()).toEqual(['warn: it is away (1)']);
  fail(50);
  expect(told()).toEqual([]);
  vi.advanceTimersByTime(60_000);
  fail(3);
  expect(told()).toEqual(['warn: it is away (51)']);
  outage.succeed();
  expect(told()).toEqual(['info: it is back (2)']);
  outage.succeed();
  expect(told()).toEqual([]);
});

test('what comes and goes is told once a minute, as what it is at last', () => {
  for (let time = 0; time < 20; time += 1) {
    fail(1);
    outage.succeed();
  }
  expect(told()).toEqual(['warn: it is away (1)', 'info: it is back (0)']);
  fail(1);
  vi.advanceTimersByTime(60_000);
  fail(1);
  expect(told()).toEqual(['warn: it is away (2)']);
});
