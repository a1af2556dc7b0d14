import type { ServerEventName } from '@koinonia/contracts/socket-events.ts';

/** The first byte of a whole text message in one frame (RFC 6455, section 5.2). */
const wholeText = 0x81;

/**
 * An event as the bytes that go to a browser: a frame of WebSocket around a message (4) of Engine.IO around an event (2)
 * of Socket.IO. Made once, however many get it.
 */
export function frameOf(event: ServerEventName, payload: unknown): Buffer {
  const packet = `42${JSON.stringify([event, payload])}`;
  const length = Buffer.byteLength(packet);
  const head = headOf(length);
  const frame = Buffer.allocUnsafe(head.length + length);
  frame.set(head);
  frame.write(packet, head.length);
  return frame;
}

function headOf(length: number): number[] {
  if (length < 126) return [wholeText, length];
  if (length < 65_536) return [wholeText, 126, length >>> 8, length & 0xff];
  return [wholeText, 127, 0, 0, 0, 0, length >>> 24, (length >>> 16) & 0xff, (length >>> 8) & 0xff, length & 0xff];
}
