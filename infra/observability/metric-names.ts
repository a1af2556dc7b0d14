import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const folder = import.meta.dirname;

/** An expression of PromQL, and its place. */
export interface Expression {
  readonly where: string;
  readonly expr: string;
}

interface Dashboard {
  panels: { title: string; targets?: { expr: string }[] }[];
}
interface Alerts {
  groups: { rules: { alert: string; expr: string }[] }[];
}

/** Every expression of the dashboard and the alerts. */
export function readExpressions(): Expression[] {
  const { panels } = JSON.parse(readFileSync(join(folder, 'dashboard.json'), 'utf8')) as Dashboard;
  const { groups } = parse(readFileSync(join(folder, 'alerts.yaml'), 'utf8')) as Alerts;
  return [
    ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ where: `panel ${title}`, expr }))),
    ...groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => ({ where: `alert ${alert}`, expr }))),
  ];
}

/** The series whose absence raises an alert, as the process that is missed would export them. */
export const missedSeries = (): string[] =>
  readExpressions().flatMap(({ expr }) => [...expr.matchAll(/absent\(([^()]+)\)/g)].map(([, series = '']) => series));

const words = new Set('and or unless on ignoring bool offset'.split(' '));

/** The metrics in an expression: names outside braces, brackets and quotes that are not followed by a parenthesis. */
export function metricsIn(expr: string): string[] {
  const bare = expr
    .replace(/"(?:[^"\\]|\\.)*"/g, '')
    .replace(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replace(/\b(by|without)\s*\([^)]*\)/g, ' ');
  const names = [...bare.matchAll(/(?<![\w$])[a-zA-Z_:][\w:]*(?![\w:]*\s*\()/g)].map(([name]) => name);
  return [...new Set(names)].filter((name) => !words.has(name));
}

/** The metric names in an answer of `/metrics`, including those without a value yet. */
export function exportedBy(exposition: string): Set<string> {
  const names = [...exposition.matchAll(/^# TYPE (\S+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map((suffix) => name + suffix) : [name],
  );
  return new Set(names);
}

/** Metrics that Prometheus itself adds for each process. */
export const ownOfPrometheus = new Set(['up']);
