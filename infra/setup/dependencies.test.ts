import { expect, test } from 'vitest';
import { judgeAudit } from './dependencies.mjs';

const advisory = (severity: string) => ({
  severity,
  module_name: 'left-pad',
  title: 'pads to the right',
  url: 'https://example.org/1',
});
const output = (...severities: string[]) => JSON.stringify({ advisories: { ...severities.map(advisory) } });

test('an advisory of high or critical severity is a fault, and is told', () => {
  const judged = judgeAudit({ status: 1, stdout: output('moderate', 'critical'), stderr: '' });
  expect(judged).toEqual({
    outcome: 'faults',
    lines: ['critical: left-pad: pads to the right (https://example.org/1)'],
  });
});

test('nothing found is clean', () => {
  expect(judgeAudit({ status: 0, stdout: output('moderate'), stderr: '' }).outcome).toBe('clean');
});

test.each([
  ['a registry without audits', 'Error: ERR_PNPM_AUDIT_BAD_RESPONSE responded with 405', ''],
  ['no network', '', 'getaddrinfo ENOTFOUND registry.example'],
  ['nothing at all', '', ''],
])('%s is told as not checked, and is no fault', (_what, stderr, stdout) => {
  const judged = judgeAudit({ status: 1, stdout, stderr });
  expect([judged.outcome, judged.lines[0]]).toEqual(['not checked', expect.stringContaining('Not checked')]);
});
