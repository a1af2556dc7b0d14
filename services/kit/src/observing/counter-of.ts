import { Counter, type Registry } from 'prom-client';

/**
 * A counter whose labels have few values, all of them known. Each of its series begins at 0: Prometheus sees no increase in
 * one that begins with its first event.
 */
export function counterOf<Label extends string>(options: {
  name: string;
  help: string;
  labels: Readonly<Record<Label, readonly string[]>>;
  registers: Registry[];
}): Counter<Label> {
  const { labels, ...about } = options;
  const labelNames = Object.keys(labels) as Label[];
  const counter = new Counter({ ...about, labelNames });
  let all: Partial<Record<Label, string>>[] = [{}];
  for (const name of labelNames) all = all.flatMap((one) => labels[name].map((value) => ({ ...one, [name]: value })));
  for (const series of all) counter.inc(series, 0);
  return counter;
}
