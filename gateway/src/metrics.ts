import { Counter, Gauge, type Registry } from 'prom-client';

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
      help: 'Sockets of browsers that were cut because they took nothing any more',
      registers,
    }),
    limited: new Counter({
      name: 'gateway_limited_total',
      help: 'Calls, sign-ins and sockets refused because of a limit',
      labelNames: ['limit'],
      registers,
    }),
    retries: new Counter({
      name: 'gateway_retries_total',
      help: 'Calls sent to another node after one refused or did not answer',
      labelNames: ['service'],
      registers,
    }),
  };
}

export type GatewayMetrics = ReturnType<typeof createGatewayMetrics>;
