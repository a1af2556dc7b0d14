import { describe, expect, test } from 'vitest';
import type { Cluster } from '../support/cluster.ts';
import { openSocket } from '../support/live-socket.ts';
import { somebody } from '../support/people.ts';
import type { TraceCollector } from '@koinonia/kit/testing/trace-collector.ts';

interface Line {
  service: string;
  msg: string;
  reqId?: string;
}

const isLine = (value: unknown): value is Line =>
  typeof value === 'object' && value !== null && 'service' in value && 'msg' in value;

export function oneIdAcrossProcesses(cluster: () => Cluster, collector: () => TraceCollector): void {
  const lines = () =>
    cluster()
      .processes.flatMap((process) => process.lines())
      .filter((text) => text.startsWith('{'))
      .map((text): unknown => JSON.parse(text))
      .filter(isLine);
  /** The services that logged a line for each request. */
  const servicesById = () => {
    const byId = Map.groupBy(
      lines().filter(({ reqId }) => reqId !== undefined),
      ({ reqId }) => reqId,
    );
    return [...byId.values()].map((own) => [...new Set(own.map(({ service }) => service))].sort());
  };

  describe('one request', () => {
    test('has one id in the logs of gateway, service and the service that this one asks', async () => {
      const ruth = await somebody(cluster());
      await ruth.me();
      await expect.poll(servicesById).toContainEqual(['gateway', 'groups', 'identity']);
    });

    test('that opens a socket has one id at gateway, chat node and identity', async () => {
      const ruth = await somebody(cluster());
      const socket = await openSocket(cluster().publicUrl, ruth.token);
      const admitted = () => lines().filter(({ service, msg }) => service === 'chat' && msg === 'a socket was let in');
      const passedOn = () => lines().filter(({ msg }) => msg === 'a socket goes to a chat node');
      // The processes' output takes another path, and may be read later than the socket's events.
      await expect.poll(admitted).not.toEqual([]);
      await expect
        .poll(() => passedOn().map(({ reqId }) => reqId))
        .toEqual(expect.arrayContaining(admitted().map(({ reqId }) => reqId)));
      await expect.poll(servicesById).toContainEqual(['chat', 'gateway', 'identity']);
      socket.close();
    });

    test('is one trace at the collector, with a part of each process', async () => {
      const traces = () => {
        const byTrace = Map.groupBy(collector().spans, ({ traceId }) => traceId);
        return [...byTrace.values()].map((own) => [...new Set(own.map(({ service }) => service))].sort());
      };
      await expect.poll(traces).toContainEqual(['gateway', 'groups', 'identity']);
    });
  });
}
