import {
  exportedBy,
  metricsIn,
  missedSeries,
  ownOfPrometheus,
  readExpressions,
} from '@koinonia/infra/observability/metric-names.ts';
import { describe, expect, test } from 'vitest';
import type { Cluster } from '../support/cluster.ts';
import { openSocket } from '../support/live-socket.ts';
import { totalOf } from '../support/metrics.ts';
import { people, type Person } from '../support/people.ts';

export function metricsThatAreThere(cluster: () => Cluster): void {
  const metricsOf = async (url: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${url}/metrics`, { headers });
    return { status: answer.status, text: await answer.text() };
  };

  describe('metrics', () => {
    test('every metric of the dashboard and the alerts is one that the product exports', async () => {
      const answers = await Promise.all(cluster().processes.map(({ url }) => metricsOf(url)));
      const exported = new Set(answers.flatMap(({ text }) => [...exportedBy(text), ...ownOfPrometheus]));
      const asked = readExpressions().flatMap(({ where, expr }) =>
        metricsIn(expr).map((metric) => ({ where, metric })),
      );
      expect(asked.filter(({ metric }) => !exported.has(metric))).toEqual([]);
    });

    test('every metric of our own is on the dashboard or in an alert', async () => {
      const answers = await Promise.all(cluster().processes.map(({ url }) => metricsOf(url)));
      const wholeOf = (metric: string) => metric.replace(/_(bucket|sum|count)$/, '');
      const isOurs = (metric: string) => !/^(nodejs|process)_/.test(metric);
      const exported = new Set(answers.flatMap(({ text }) => [...exportedBy(text)].filter(isOurs).map(wholeOf)));
      const shown = new Set(readExpressions().flatMap(({ expr }) => metricsIn(expr).map(wholeOf)));
      expect([...exported].filter((metric) => !shown.has(metric))).toEqual([]);
    });

    test('each process exports the series by which it is missed', async () => {
      const answers = await Promise.all(cluster().processes.map(({ url }) => metricsOf(url)));
      const lines = answers.flatMap(({ text }) => text.split('\n'));
      const isThere = (series: string) => lines.some((line) => line.startsWith(`${series} `));
      expect(missedSeries().filter((series) => !isThere(series))).toEqual([]);
    });

    test('they count what happens: sends, sockets, connections, and how long events take', async () => {
      const [ruth, ben] = (await people(cluster(), 2)) as [Person, Person];
      const chat = await ruth.directChatWith(ben);
      const socket = await openSocket(cluster().publicUrl, ben.token);
      await ruth.send(chat, 'Good morning');
      const { chatNodes, gateways } = cluster();
      const soon = { interval: 250 };
      await expect.poll(() => totalOf(chatNodes, 'chat_sends_total'), soon).toBeGreaterThan(0);
      await expect.poll(() => totalOf(chatNodes, 'chat_sockets'), soon).toBe(1);
      await expect.poll(() => totalOf(gateways, 'gateway_sockets'), soon).toBe(1);
      await expect.poll(() => totalOf(chatNodes, 'chat_fan_out_delay_seconds_count'), soon).toBeGreaterThan(0);
      await expect.poll(() => totalOf(chatNodes, 'db_pool_wait_seconds_count'), soon).toBeGreaterThan(0);
      expect(await totalOf(chatNodes, 'chat_sends_waiting')).toBe(0);
      socket.close();
    });

    test('from outside, nobody reads those of a service, nor those of the gateway through a proxy', async () => {
      const direct = await metricsOf(cluster().publicUrl);
      expect(direct.text).toContain('service="gateway"');
      expect(direct.text).not.toContain('chat_sends_total');
      expect((await metricsOf(cluster().publicUrl, { 'x-forwarded-for': '203.0.113.7' })).status).toBe(404);
    });
  });
}
