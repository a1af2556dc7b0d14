import type { IncomingHttpHeaders } from 'node:http';
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span as OtelSpan,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Tracer as OtelTracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Span, SpanAbout, Tracer } from './span.ts';

/**
 * Traces by the OpenTelemetry libraries. One provider for each service, because several may run in one process (solo form)
 * and a span takes its service from its provider. All spans are sent: the collector decides which to keep.
 */
export function createOtlpTracer(endpoint: string): Tracer {
  const providers = new Map<string, TracerProvider>();

  function tracerOf(service: string): OtelTracer {
    let provider = providers.get(service);
    if (!provider) {
      const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: 3000 });
      provider = new TracerProvider({
        resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': 'koinonia' }),
        spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1000 })],
      });
      providers.set(service, provider);
    }
    return provider.getTracer('koinonia');
  }

  return {
    serve(service, about, headers) {
      const parent = headers ? parentOf(headers) : ROOT_CONTEXT;
      return begin(tracerOf(service), SpanKind.SERVER, about.method, about, parent);
    },
    async close() {
      await Promise.allSettled([...providers.values()].map((provider) => provider.shutdown()));
    },
  };
}

function begin(tracer: OtelTracer, kind: SpanKind, name: string, about: SpanAbout, parent: Context): Span {
  const attributes: Attributes = { 'http.request.method': about.method };
  if (about.peer !== undefined) attributes['peer.service'] = about.peer;
  const span = tracer.startSpan(name, { kind, attributes }, parent);
  const context = trace.setSpan(parent, span);
  return {
    headers: headersOf(span),
    call: (callName, callAbout) => begin(tracer, SpanKind.CLIENT, callName, callAbout, context),
    end({ status, route, failed = false }) {
      if (status !== undefined) span.setAttribute('http.response.status_code', status);
      if (route !== undefined) span.setAttribute('http.route', route).updateName(`${about.method} ${route}`);
      if (failed || (status !== undefined && status >= 500)) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

/** W3C Trace Context, version 00: version, trace, parent, flags. */
const traceParent = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

function headersOf(span: OtelSpan): Readonly<Record<string, string>> {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return { traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}` };
}

function parentOf({ traceparent }: IncomingHttpHeaders): Context {
  const told = typeof traceparent === 'string' ? traceParent.exec(traceparent) : null;
  const [, traceId, spanId, flags] = told ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
