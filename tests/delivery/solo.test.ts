import { afterEach, beforeEach, describe, test } from 'vitest';
import { type Solo, startSolo } from '../support/solo.ts';
import { startTalk, type Talk } from './talk.ts';

let solo: Solo;
let talk: Talk;

describe('the solo form loses nothing either', { timeout: 90_000 }, () => {
  beforeEach(async ({ onTestFailed }) => {
    onTestFailed(() => console.error(solo?.complaints()));
    solo = await startSolo();
    talk = await startTalk(solo);
    await talk.flows(60);
  }, 120_000);
  afterEach(async () => {
    talk?.stop();
    await solo?.end();
  });

  test('when it and its PostgreSQL are killed in the middle of a stream of sends, twice', async () => {
    for (let times = 0; times < 2; times += 1) {
      await solo.killEverything();
      await solo.process.start();
      await talk.flows(60);
    }
    await talk.mustSettle();
  });

  test('when it alone is killed and finds the PostgreSQL that it left behind', async () => {
    await solo.process.kill();
    await solo.process.start();
    await talk.flows(60);
    await talk.mustSettle();
  });
});
