import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { readExpressions } from './metric-names.ts';

/** The events of a chat node: each second, since its start, and the highest such count of the last day. */
interface Node {
  rate: number;
  count: number;
  ofDay: number;
}

const hearing: Node = { rate: 2, count: 500, ofDay: 500 };
const silent: Node = { rate: 0, count: 500, ofDay: 500 };
const restarted: Node = { rate: 0, count: 0, ofDay: 500 };
const alone: Node = { rate: 0, count: 0, ofDay: 0 };

/** Whether an alert is raised for the first of these nodes, its expression calculated as JavaScript. */
function isRaised(alert: string, ...nodes: [Node, ...Node[]]): boolean {
  const expr = readExpressions().find(({ where }) => where === `alert ${alert}`)?.expr ?? '';
  const sum = (of: keyof Node) => String(nodes.reduce((total, node) => total + node[of], 0));
  const calculated = expr
    .replaceAll('sum(rate(chat_fan_out_delay_seconds_count[2m]))', sum('rate'))
    .replaceAll('sum(max_over_time(chat_fan_out_delay_seconds_count[1d]))', sum('ofDay'))
    .replaceAll('rate(chat_fan_out_delay_seconds_count[2m])', String(nodes[0].rate))
    .replaceAll('chat_fan_out_delay_seconds_count', String(nodes[0].count))
    .replaceAll(/ and (on\(\) )?/g, ' && ');
  expect(calculated).toMatch(/^[\d.()<>=& ]+$/);
  return Boolean(runInNewContext(calculated));
}

test('a node that alone hears nothing is to be restarted', () => {
  expect(isRaised('KoinoniaFanOutSilent', silent, hearing)).toBe(true);
  expect(isRaised('KoinoniaFanOutSilent', hearing, silent)).toBe(false);
  expect(isRaised('KoinoniaRedisAway', silent, hearing)).toBe(false);
});

test.each([
  ['all', [silent, silent]],
  ['the only one', [silent]],
  ['all, and some were restarted meanwhile', [silent, restarted]],
  ['all, and each was restarted meanwhile', [restarted, restarted]],
] as const)('when nodes hear nothing, Redis is away and none is to be restarted: %s', (_, [first, ...others]) => {
  expect(isRaised('KoinoniaRedisAway', first, ...others)).toBe(true);
  expect(isRaised('KoinoniaFanOutSilent', first, ...others)).toBe(false);
});

test('without Redis, nobody listens and nothing is said of it', () => {
  expect(isRaised('KoinoniaRedisAway', alone)).toBe(false);
  expect(isRaised('KoinoniaFanOutSilent', alone)).toBe(false);
});
