import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createChatMetrics } from './metrics.ts';

test('every end of a send and of a socket is counted from the first one on', async () => {
  const registry = new Registry();
  createChatMetrics(registry);
  const text = await registry.metrics();
  for (const outcome of ['stored', 'known', 'refused', 'failed'])
    expect(text).toContain(`chat_sends_total{outcome="${outcome}"} 0\n`);
  for (const reason of ['slow', 'flood', 'expired', 'silent', 'too_many', 'not_joined'])
    expect(text).toContain(`chat_sockets_cut_total{reason="${reason}"} 0\n`);
});
