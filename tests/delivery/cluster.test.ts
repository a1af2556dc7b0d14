import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { somebody } from '../support/people.ts';
import { refused } from '../support/refusal.ts';
import { startTalk, type Talk } from './talk.ts';

let cluster: Cluster;
let talk: Talk;

beforeAll(async () => {
  cluster = await startCluster();
}, 120_000);
afterAll(() => cluster?.end());

describe('no message is lost, doubled, put out of order or told to strangers', { timeout: 90_000 }, () => {
  beforeEach(async ({ onTestFailed }) => {
    onTestFailed(() => console.error(cluster.complaints()));
    talk = await startTalk(cluster);
    await talk.flows(60);
  }, 60_000);
  afterEach(() => {
    talk?.stop();
    // A process that fell over a fault would be hidden by the others, who go on.
    const fallen = cluster.processes.filter((process) => !process.isRunning());
    if (fallen.length > 0) throw new Error(`${fallen.map(({ name }) => name).join(', ')} ended by itself`);
  });

  test('while nothing goes wrong', async () => {
    await talk.flows(60);
    await talk.mustSettle();
  });

  test('when a chat node is killed and comes back', async () => {
    const [first, second] = cluster.chatNodes;
    for (const node of [first!, second!]) {
      await node.kill();
      await talk.flows(40);
      await node.start();
      await talk.flows(40);
    }
    await talk.mustSettle();
  });

  test('when a chat node hangs for some seconds and goes on', async () => {
    const [node] = cluster.chatNodes;
    node!.freeze();
    await wait(3000);
    node!.thaw();
    await talk.mustSettle();
  });

  test('when Redis is killed again and again, each time for a second', async () => {
    for (let times = 0; times < 4; times += 1) {
      await cluster.redis.outage(1000);
      await talk.flows(30);
    }
    await talk.mustSettle();
  });

  test('when the last words are said while Redis is away', async () => {
    await cluster.redis.kill();
    await talk.flows(30);
    await talk.fallsSilent();
    await cluster.redis.start();
    await talk.mustSettle();
  });

  test('when PostgreSQL hangs for some seconds: who sends is told to try again, and nothing is kept twice', async () => {
    const ruth = await somebody(cluster);
    const chat = await ruth.directChatWith(await somebody(cluster));
    await cluster.postgres.freeze();
    const asked = Date.now();
    await refused(ruth.api.request('POST', '/api/chat/send', { chatId: chat.id, text: 'Hello?' }), 503, 'unavailable');
    expect(Date.now() - asked).toBeLessThan(8000);
    await cluster.postgres.thaw();
    await talk.mustSettle();
  });

  test('when PostgreSQL crashes and recovers', async () => {
    for (let times = 0; times < 2; times += 1) {
      await cluster.postgres.crash();
      await cluster.postgres.answering();
      await talk.flows(40);
    }
    await talk.mustSettle();
  });

  test('when a gateway is killed and comes back', async () => {
    for (const gateway of cluster.gateways) {
      await gateway.kill();
      await talk.flows(40);
      await gateway.start();
    }
    await talk.mustSettle();
  });

  test('when identity, which says who is who, is killed and comes back', async () => {
    await cluster.identity.kill();
    await wait(3000);
    await cluster.identity.start();
    await talk.flows(30);
    await talk.mustSettle();
  });

  test('when every chat node and gateway is restarted in turn, as for a new version', async () => {
    for (const process of [...cluster.chatNodes, ...cluster.gateways]) {
      expect(await process.stop()).toBe(0);
      await talk.flows(20);
      await process.start();
    }
    await talk.mustSettle();
  });

  test('when everything is killed at once in the middle of a stream of sends', async () => {
    await Promise.all([
      ...cluster.processes.map((process) => process.kill()),
      cluster.redis.kill(),
      cluster.postgres.crash(),
    ]);
    await Promise.all([cluster.redis.start(), cluster.postgres.answering()]);
    await Promise.all(cluster.processes.map((process) => process.start()));
    await talk.mustSettle();
  });
});
