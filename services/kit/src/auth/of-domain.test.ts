import { expect, test } from 'vitest';
import { isOfDomain, isSameDomain } from './of-domain.ts';

test('an address is of a domain in capitals or small letters, and of no other one that only looks like it', () => {
  expect(isOfDomain('Ruth@KITCHEN.example', 'kitchen.example')).toBe(true);
  expect(isSameDomain('Kitchen.Example', 'kitchen.EXAMPLE')).toBe(true);
  for (const other of ['\u212Aitchen.example', 'of.kitchen.example', 'kitchen.example.'])
    expect(isOfDomain(`ruth@${other}`, 'kitchen.example'), other).toBe(false);
  expect(isOfDomain('@kitchen.example', 'kitchen.example')).toBe(false);
});
