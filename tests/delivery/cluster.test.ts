import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cluster, startCluster } from '../support/cluster.ts';
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
  afterEach(() => talk?.stop());

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

  test('when every chat node is restarted in turn, as for a new version', async () => {
    for (const node of cluster.chatNodes) {
      expect(await node.stop()).toBe(0);
      await talk.flows(20);
      await node.start();
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
