import type { ServerEventName } from '@koinonia/contracts/socket-events.ts';

/** The first byte of a whole text message in one frame (RFC 6455, section 5.2). */
const wholeText = 0x81;

/**
 * An event as the bytes that go to a browser: a WebSocket frame around an Engine.IO message (4) around a Socket.IO event
 * (2). Encoded once, for any number of receivers.
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
