import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readCompose } from '../docker/compose-file.ts';
import { processNames } from '../processes.ts';
import { exportedBy, metricsIn, missedSeries, readExpressions } from './metric-names.ts';

test.each([
  ['sum by (service) (rate(a_total{status=~"5..", x="b_total"}[5m])) / sum(rate(c_total[5m]))', ['a_total', 'c_total']],
  ['histogram_quantile(0.99, sum by (le) (rate(d_seconds_bucket[$__rate_interval])))', ['d_seconds_bucket']],
  ['max(e) > 200 and max(e) > 2 * avg(e)', ['e']],
  ['time() - process_start_time_seconds', ['process_start_time_seconds']],
  ['label_replace(rate(f_total[5m]), "to", "$1", "from", "(.*)")', ['f_total']],
])('the metrics of %s', (expr, metrics) => {
  expect(metricsIn(expr)).toEqual(metrics);
});

test('every panel and every alert asks for some metric', () => {
  const expressions = readExpressions();
  expect(expressions.length).toBeGreaterThan(30);
  for (const { where, expr } of expressions) expect([where, metricsIn(expr).length > 0]).toEqual([where, true]);
});

test('a histogram has values under three names, a gauge under its own', () => {
  expect(exportedBy('# TYPE a histogram\n# TYPE b gauge\nb 1\n')).toEqual(
    new Set(['a_bucket', 'a_sum', 'a_count', 'b']),
  );
});

test('every alert says how bad it is, what is noticed and where to look', () => {
  const text = readFileSync(join(import.meta.dirname, 'alerts.yaml'), 'utf8');
  const { groups } = parse(text) as { groups: { rules: Record<string, unknown>[] }[] };
  for (const rule of groups.flatMap(({ rules }) => rules)) {
    expect(rule).toMatchObject({
      alert: expect.stringMatching(/^Koinonia/),
      for: expect.stringMatching(/^\d+m$/),
      labels: { severity: expect.stringMatching(/^(critical|warning|info)$/) },
      annotations: { summary: expect.any(String), description: expect.any(String) },
    });
  }
});

test('failures of the file store raise an alert, however few calls they are among', () => {
  const of = readExpressions().filter(({ expr }) => metricsIn(expr).includes('media_store_errors_total'));
  expect(of.map(({ where }) => where)).toContain('alert KoinoniaFileStoreFails');
});

interface Scraping {
  scrape_configs: { dns_sd_configs: { names: string[]; port: number }[] }[];
}

test('every kind of process is asked at its port, and missed, because one that is gone has no address and so no `up`', () => {
  const text = readFileSync(join(import.meta.dirname, 'prometheus.yaml'), 'utf8');
  const { scrape_configs: jobs } = parse(text) as Scraping;
  const found = jobs.flatMap(({ dns_sd_configs: places }) => places);
  const { services } = readCompose();
  for (const { names, port } of found)
    expect([names, port]).toEqual([names, services[names[0] ?? '']?.environment?.['PORT']]);
  expect(found.flatMap(({ names }) => names).toSorted()).toEqual(processNames.toSorted());
  const missed = missedSeries().map((series) => /\{service="([^"]+)"\}$/.exec(series)?.[1]);
  expect(missed.toSorted()).toEqual(processNames.toSorted());
});

interface Relabelling {
  scrape_configs: { relabel_configs: { source_labels: string[]; regex?: string; action?: string }[] }[];
}

/** Whether the job for Kubernetes, a comment in that file, scrapes a pod with these labels. */
function isAsked(labels: Record<string, string>): boolean {
  const text = readFileSync(join(import.meta.dirname, 'prometheus.yaml'), 'utf8');
  const [, job = ''] = text.split(/# In Kubernetes, instead.*\n/);
  const { scrape_configs: jobs } = parse(`scrape_configs:\n${job.replaceAll('  # ', '  ')}`) as Relabelling;
  const [{ relabel_configs: rules }] = jobs as [Relabelling['scrape_configs'][0]];
  return rules.every(({ source_labels: names, regex = '.*', action }) => {
    const fits = new RegExp(`^(?:${regex})$`).test(names.map((name) => labels[name] ?? '').join(';'));
    return (action !== 'keep' || fits) && (action !== 'drop' || !fits);
  });
}

test.each([
  ['Running', true],
  ['Pending', false],
  ['Succeeded', false],
  ['Failed', false],
])('a pod of Kubernetes that is %s is asked: %s', (phase, asked) => {
  const labels = {
    __meta_kubernetes_pod_annotation_prometheus_io_scrape: 'true',
    __meta_kubernetes_pod_container_port_name: 'http',
    __meta_kubernetes_pod_phase: phase,
  };
  expect(isAsked(labels)).toBe(asked);
  expect(isAsked({ ...labels, __meta_kubernetes_pod_container_port_name: 'other' })).toBe(false);
});

/** The alert's expression with the sockets of each chat node put in, as JavaScript calculates it. */
function isUneven(...sockets: number[]): boolean {
  const expr = readExpressions().find(({ where }) => where === 'alert KoinoniaHotNode')?.expr ?? '';
  const values: Record<string, number> = {
    max: Math.max(...sockets),
    min: Math.min(...sockets),
    avg: sockets.reduce((sum, one) => sum + one, 0) / sockets.length,
  };
  const calculated = expr
    .replaceAll(/(max|min|avg)\(chat_sockets\)/g, (_, name: string) => String(values[name]))
    .replaceAll(' and ', ' && ')
    .replaceAll(' or ', ' || ');
  expect(calculated).toMatch(/^[\d.()<>*&| ]+$/);
  return Boolean(runInNewContext(calculated));
}

test.each([[[400, 0]], [[300, 300, 300, 0]], [[400, 100]], [[900, 300, 300]]])('%j sockets are uneven', (sockets) => {
  expect(isUneven(...sockets)).toBe(true);
});

test.each([[[400]], [[400, 300]], [[300, 310, 290]], [[150, 0]]])(
  '%j sockets are even, or too few to matter',
  (sockets) => {
    expect(isUneven(...sockets)).toBe(false);
  },
);
