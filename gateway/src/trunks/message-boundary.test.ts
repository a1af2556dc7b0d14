import { describe, expect, test } from 'vitest';
import { followMessages, type MessageBoundary } from './message-boundary.ts';

const handshake = Buffer.from('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n');

/** A frame as a server sends it: without a mask. */
function frame(opcode: number, length: number, isLast = true): Buffer {
  const first = (isLast ? 0x80 : 0) | opcode;
  return Buffer.concat([Buffer.of(first), lengthBytes(length), Buffer.alloc(length, 0x81)]);
}

/** A length up to 125 is one byte; 126 announces two bytes with it, 127 eight. */
function lengthBytes(length: number): Buffer {
  if (length < 126) return Buffer.of(length);
  const bytes = Buffer.alloc(length < 65_536 ? 3 : 9);
  bytes[0] = length < 65_536 ? 126 : 127;
  if (length < 65_536) bytes.writeUInt16BE(length, 1);
  else bytes.writeBigUInt64BE(BigInt(length), 1);
  return bytes;
}

function afterHandshake(): MessageBoundary {
  const boundary = followMessages();
  boundary.take(handshake);
  return boundary;
}

test('nothing may be said before the handshake is over, however it comes in pieces', () => {
  const boundary = followMessages();
  for (const byte of handshake.subarray(0, -1)) {
    boundary.take(Buffer.of(byte));
    expect(boundary.isBetween()).toBe(false);
  }
  boundary.take(handshake.subarray(-1));
  expect(boundary.isBetween()).toBe(true);
});

test('what comes with the end of the handshake is followed', () => {
  const boundary = followMessages();
  boundary.take(Buffer.concat([handshake, frame(1, 20).subarray(0, 10)]));
  expect(boundary.isBetween()).toBe(false);
});

describe.each([0, 1, 125, 126, 127, 65_535, 65_536, 200_000])('a message of %i bytes', (length) => {
  const message = frame(1, length);

  test.each([1, 2, 3, 7, 4096, message.length])('that comes %i bytes at a time is not interrupted', (step) => {
    const boundary = afterHandshake();
    const between: boolean[] = [];
    for (let at = 0; at < message.length; at += step) {
      boundary.take(message.subarray(at, at + step));
      between.push(boundary.isBetween());
    }
    expect(between.indexOf(true)).toBe(between.length - 1);
  });
});

test('nothing is inserted between the parts of one message, not even after a ping', () => {
  const boundary = afterHandshake();
  boundary.take(frame(1, 10, false));
  expect(boundary.isBetween()).toBe(false);
  boundary.take(frame(9, 4));
  expect(boundary.isBetween()).toBe(false);
  boundary.take(frame(0, 10, false));
  expect(boundary.isBetween()).toBe(false);
  boundary.take(frame(0, 10));
  expect(boundary.isBetween()).toBe(true);
});

test('many messages in one piece end where the last one ends', () => {
  const boundary = afterHandshake();
  const messages = [frame(1, 5), frame(10, 0), frame(1, 300), frame(2, 70_000), frame(1, 1)];
  boundary.take(Buffer.concat(messages));
  expect(boundary.isBetween()).toBe(true);
  boundary.take(Buffer.concat(messages).subarray(0, -1));
  expect(boundary.isBetween()).toBe(false);
});
