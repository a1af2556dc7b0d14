import { expect, test } from 'vitest';
import { createMetrics, type Metrics } from './metrics.ts';

test('each service in a process tells of the process by its own name', async () => {
  const [chat, media] = [createMetrics('chat'), createMetrics('media')];
  for (const [{ registry }, name] of [
    [chat, 'chat'],
    [media, 'media'],
  ] as const) {
    const text = await registry.metrics();
    expect(text).toMatch(new RegExp(`^process_cpu_seconds_total\\{service="${name}"\\} \\d`, 'm'));
    expect(text).toMatch(new RegExp(`^nodejs_eventloop_lag_p99_seconds\\{service="${name}"\\} \\d`, 'm'));
    expect(text).toMatch(new RegExp(`^clock_offset_seconds\\{service="${name}"\\} `, 'm'));
  }
});

test('what watches the event loop is there once in a process, however many services it has', () => {
  const [chat, media] = [createMetrics('chat'), createMetrics('media')];
  const delayOf = ({ registry }: Metrics) => registry.getSingleMetric('nodejs_eventloop_lag_p99_seconds');
  expect(delayOf(chat)).toBeDefined();
  expect(delayOf(chat)).toBe(delayOf(media));
});

test('what is measured of a service stays its own', async () => {
  const [chat, media] = [createMetrics('chat'), createMetrics('media')];
  chat.requestDuration.observe({ method: 'GET', route: '/api/chat', status: '200' }, 0.01);
  expect(await chat.registry.metrics()).toContain('route="/api/chat"');
  expect(await media.registry.metrics()).not.toContain('route="/api/chat"');
});
