import { expect, test } from 'vitest';
import { frameOf } from './frames.ts';

/** Reads bytes with whole frames as a browser does: the length is given in one, two or eight bytes (RFC 6455). */
function packetsIn(bytes: Buffer): string[] {
  const packets: string[] = [];
  for (let at = 0; at < bytes.length;) {
    expect(bytes[at]).toBe(0x81);
    const told = bytes[at + 1]!;
    const begin = at + (told < 126 ? 2 : told === 126 ? 4 : 10);
    const length =
      told < 126 ? told : told === 126 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2));
    packets.push(bytes.toString('utf8', begin, begin + length));
    at = begin + length;
  }
  return packets;
}

// The event adds 26 bytes: 42["typing",{"chatId":"…"}]
test.each([0, 99, 100, 65_509, 65_510, 200_000])(
  'an event with an id of %i letters is read as it was told',
  (letters) => {
    const chatId = 'x'.repeat(letters);
    expect(packetsIn(frameOf('typing', { chatId }))).toEqual([`42["typing",{"chatId":"${chatId}"}]`]);
  },
);

test('events one behind the other are read one by one, whatever they are written in', () => {
  const frames = ['Привет', 'שלום', '🙏'].map((chatId) => frameOf('typing', { chatId }));
  expect(packetsIn(Buffer.concat(frames))).toEqual(
    ['Привет', 'שלום', '🙏'].map((chatId) => `42["typing",{"chatId":"${chatId}"}]`),
  );
});
