import { expect, test } from 'vitest';
import { messageLabel } from './message-label.ts';

const plain = { who: 'Ana', when: '3:05 PM', text: 'Good morning', edited: false, mentionsMe: false, pills: [] };

test('a message says who, when and what', () => expect(messageLabel(plain)).toBe('Ana, 3:05 PM, Good morning'));

test('a message says what became of it', () => {
  const pills = [
    { emoji: '❤️', count: 2, mine: true },
    { emoji: '🎉', count: 1, mine: false },
  ];
  expect(messageLabel({ ...plain, edited: true, mentionsMe: true, pills })).toBe(
    'Ana, 3:05 PM, Mentions you, Good morning, edited, ❤️ 2, yours too, 🎉 1',
  );
});

test('a message says what it answers, brings and waits for', () => {
  const parts = { ...plain, replyTo: 'Bo', attachment: 'rota.pdf' };
  expect(messageLabel(parts)).toBe('Ana, 3:05 PM, In reply to Bo, Attachment rota.pdf, Good morning');
  expect(messageLabel({ ...parts, attachment: '', text: '' })).toBe('Ana, 3:05 PM, In reply to Bo, Attachment');
  expect(messageLabel({ ...plain, state: 'refused' })).toBe('Ana, 3:05 PM, Good morning, Not sent');
});

test('a very long message says its beginning', () => {
  expect(messageLabel({ ...plain, text: '🎉'.repeat(1000) }).length).toBeLessThan(700);
});
