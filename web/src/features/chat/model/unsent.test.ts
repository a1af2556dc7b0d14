import { expect, test } from 'vitest';
import { entry } from '../../../lib/outbox/testing/entry.ts';
import type { Outgoing } from './conversation.ts';
import { unsentByChat } from './unsent.ts';

const unsent = (chatId: string, text: string, state: Outgoing['state']) => ({ ...entry('a', chatId), text, state });

test('of each chat the last unsent message is shown', () => {
  const shown = unsentByChat([
    unsent('team', 'The van is ready', 'waiting'),
    unsent('kitchen', 'Rice for forty', 'waiting'),
    unsent('team', 'We leave at six', 'waiting'),
  ]);
  expect([...shown.values()].map(({ text }) => text)).toEqual(['We leave at six', 'Rice for forty']);
});

test('one that failed or was refused is not hidden by what waits after it', () => {
  const failed = unsent('team', 'The van is ready', 'failing');
  const refused = unsent('team', 'Who drives?', 'refused');
  const waits = unsent('team', 'We leave at six', 'waiting');
  expect(unsentByChat([failed, waits]).get('team')).toBe(failed);
  expect(unsentByChat([failed, refused, waits]).get('team')).toBe(refused);
});
