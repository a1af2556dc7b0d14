import { expect, test } from 'vitest';
import { maxMentions, maxTextLength, sendMessage } from './chat.ts';
import { maxBodyBytes } from './common.ts';

test('the longest message fits into a call, however JSON writes it', () => {
  const id = 'i'.repeat(128);
  const message = { chatId: id, text: '🙏'.repeat(maxTextLength), clientId: id, mentions: Array(maxMentions).fill(id) };
  expect(sendMessage.body.safeParse(message).success).toBe(true);
  const escaped = JSON.stringify(message).replaceAll('🙏', String.raw`\ud83d\ude4f`);
  expect(Buffer.byteLength(escaped)).toBeLessThan(maxBodyBytes);
});
