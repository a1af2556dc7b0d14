import { audiences } from '@koinonia/kit/calls/caller-statement.ts';
import { counterOf } from '@koinonia/kit/observing/counter-of.ts';
import { Counter, Gauge, type Registry } from 'prom-client';
import { limitNames } from './limits/limits.ts';

/** The metrics that only the gateway has. */
export function createGatewayMetrics(registry: Registry) {
  const registers = [registry];
  return {
    sockets: new Gauge({ name: 'gateway_sockets', help: 'Sockets of browsers that are open', registers }),
    upstreamSockets: new Gauge({
      name: 'gateway_upstream_sockets',
      help: 'Connections to chat nodes that are open for sockets of browsers',
      registers,
    }),
    slowSockets: new Counter({
      name: 'gateway_slow_sockets_total',
      help: 'Sockets of browsers that were cut because they stopped reading',
      registers,
    }),
    limited: counterOf({
      name: 'gateway_limited_total',
      help: 'Calls, sign-ins and sockets refused because of a limit',
      labels: { limit: limitNames },
      registers,
    }),
    retries: counterOf({
      name: 'gateway_retries_total',
      help: 'Calls sent to another node after one refused or did not answer',
      labels: { service: audiences },
      registers,
    }),
  };
}

export type GatewayMetrics = ReturnType<typeof createGatewayMetrics>;
