import { randomUUID } from 'node:crypto';
import type { ChatSettings } from '@koinonia/contracts/chat-settings.ts';
import { expect, test } from 'vitest';
import { createKnownSettings } from './known-settings.ts';

const all: ChatSettings = { typing: true, presence: true };
const hidden: ChatSettings = { typing: true, presence: false };

/** People at one node, and the settings they chose; once `held`, these are read only when the test says so. */
function node(...people: string[]) {
  const chosen = new Map(people.map((uid) => [uid, all]));
  let letThrough: (() => void) | undefined;
  const settings = createKnownSettings(
    async (uids) => {
      const read = new Map(uids.map((uid) => [uid, chosen.get(uid) ?? all]));
      if (letThrough !== undefined) await new Promise<void>((resolve) => (letThrough = resolve));
      return read;
    },
    { people: () => people, has: (uid) => people.includes(uid) },
  );
  const held = () => (letThrough = () => {});
  return { chosen, settings, held, letThrough: () => letThrough?.() };
}

test('what somebody turns off while it is being read is not shown as it was before', async () => {
  const [ruth, ben] = [randomUUID(), randomUUID()];
  const { chosen, settings, held, letThrough } = node(ruth, ben);
  held();
  const reading = settings.learn();
  chosen.set(ruth, hidden);
  settings.changed(ruth);
  letThrough();
  await reading;
  expect([settings.of(ruth), settings.of(ben)]).toEqual([undefined, all]);

  const again = settings.learn();
  letThrough();
  await again;
  expect(settings.of(ruth)).toEqual(hidden);
});
