import { afterEach, expect, test } from 'vitest';
import { takeToastsAway } from './testing/no-toasts.ts';
import { toast, toastStore } from './toast.ts';

const shown = () => toastStore.snapshot().map(({ text }) => text);

afterEach(takeToastsAway);

test('a fault that is told of again is shown once, with the time of the last', () => {
  toast.error('Failed to load chats.');
  const [first] = toastStore.snapshot();
  toast.error('Failed to load users.');
  toast.error('Failed to load chats.');
  expect(shown()).toEqual(['Failed to load users.', 'Failed to load chats.']);
  expect(toastStore.snapshot()).not.toContain(first);
});
