import { forAMoment } from '../work/for-a-moment.ts';
import type { Tracer } from './span.ts';

let tracer: Tracer | null = null;

/**
 * Starts collecting traces and sends them to an OpenTelemetry collector (OTLP over HTTP), for every service that runs in
 * this process. The libraries are loaded here: without an endpoint, none of them is loaded.
 */
export async function startTracing(endpoint: string | undefined): Promise<void> {
  if (endpoint === undefined || tracer) return;
  const { createOtlpTracer } = await import('./otlp-tracer.ts');
  tracer = createOtlpTracer(endpoint);
}

/** The tracer, if traces are collected. */
export const activeTracer = (): Tracer | null => tracer;

export async function stopTracing(): Promise<void> {
  const ending = tracer;
  tracer = null;
  // While a collector accepts no connections, the exporter would wait for half a minute.
  await forAMoment(ending?.close() ?? null);
}
