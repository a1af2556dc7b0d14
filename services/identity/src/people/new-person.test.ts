import { createLog } from '@koinonia/kit/observing/log.ts';
import { expect, test } from 'vitest';
import { warnOfStrangers } from './new-person.ts';

const told = (...adminEmails: string[]) => {
  let said = '';
  warnOfStrangers(
    { adminEmails, domain: 'base.example' },
    createLog('info', 'tests', { write: (text) => void (said += text) }),
  );
  return said;
};

test('an admin who cannot sign in is told of by the variable, and not by name', () => {
  for (const strangers of [['ruth@base.exmaple'], ['ada@base.example', 'ruth@sub.base.example']]) {
    expect(told(...strangers)).toContain('ADMIN_EMAILS names somebody outside ALLOWED_DOMAIN');
    expect(told(...strangers)).not.toContain('ruth');
  }
});

test('admins of the domain are not', () => {
  expect(told('ruth@base.example', 'ada@base.example') + told()).toBe('');
});
