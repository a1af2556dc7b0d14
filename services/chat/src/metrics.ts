import { counterOf } from '@koinonia/kit/observing/counter-of.ts';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** The metrics of the chat service. */
export function createChatMetrics(registry: Registry) {
  const registers = [registry];
  return {
    sockets: new Gauge({ name: 'chat_sockets', help: 'Sockets connected to this node', registers }),
    socketsCut: counterOf({
      name: 'chat_sockets_cut_total',
      help: 'Sockets that this node ended, by reason',
      labels: { reason: ['slow', 'flood', 'expired', 'silent', 'too_many', 'not_joined'] },
      registers,
    }),
    ...metricsOfSends(registers),
    ...metricsOfFanOut(registers),
  };
}

export type ChatMetrics = ReturnType<typeof createChatMetrics>;

function metricsOfSends(registers: Registry[]) {
  return {
    sends: counterOf({
      name: 'chat_sends_total',
      help: 'Well-formed sends by what became of them; refused: by somebody who is no member',
      labels: { outcome: ['stored', 'known', 'refused', 'failed'] },
      registers,
    }),
    batchSize: new Histogram({
      name: 'chat_commit_batch_size',
      help: 'Sends that were committed together',
      buckets: [1, 2, 5, 10, 25, 50, 100, 200],
      registers,
    }),
    commitDuration: new Histogram({
      name: 'chat_commit_duration_seconds',
      help: 'Time that it took to commit a batch of sends',
      buckets: [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5],
      registers,
    }),
    sendsWaiting: new Gauge({
      name: 'chat_sends_waiting',
      help: 'Sends that wait to be committed or are being committed',
      registers,
    }),
  };
}

function metricsOfFanOut(registers: Registry[]) {
  return {
    fanOutDelay: new Histogram({
      name: 'chat_fan_out_delay_seconds',
      help: 'Time until an event of this node comes back to it through Redis, the way other nodes receive it',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
      registers,
    }),
    fanOut: new Counter({
      name: 'chat_events_published_total',
      help: 'Events that this node sent out to the sockets of all nodes',
      labelNames: ['event'] as const,
      registers,
    }),
    fanOutLost: new Counter({
      name: 'chat_events_lost_total',
      help: 'Events that could not be told to the other nodes',
      registers,
    }),
  };
}
