import { buildService } from '../http/build-service.ts';
import { createLog } from '../observing/log.ts';

const name = 'collector';

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
}

/** OTLP as JSON, the part that tests read. */
interface Sent {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue: string } }[] };
    scopeSpans: { spans: SentSpan[] }[];
  }[];
}

export type CollectedSpan = SentSpan & { readonly service: string | undefined };

/** Receives traces by OTLP over HTTP, as an OpenTelemetry collector does. */
export interface TraceCollector {
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  /** All received requests, unchanged. */
  received(): string;
  close(): Promise<unknown>;
}

export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = [];
  let received = '';
  const app = buildService({ name, log: createLog('silent', name), bodyLimit: 10_000_000 });
  app.post('/v1/traces', async (request) => {
    received += JSON.stringify(request.body);
    for (const { resource, scopeSpans } of (request.body as Sent).resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue;
      // In the process of the test, this collector is traced as well.
      if (service === name) continue;
      for (const span of scopeSpans.flatMap((scope) => scope.spans)) spans.push({ ...span, service });
    }
    return {};
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => '' });
  return { url, spans, received: () => received, close: () => app.close() };
}
