import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A WebSocket whose every byte can be chosen, to send data that no library would send. */
export interface RawWebSocket {
  /** The HTTP answer to the upgrade, head only. */
  readonly answer: string;
  /** Sends one frame: `opcode` 1 is text, 2 binary, 0 a continuation, 8 close. */
  frame(opcode: number, payload: Buffer | string, options?: { final?: boolean; claimedLength?: number }): void;
  /** All bytes after the answer, as text. */
  heard(): string;
  /** Whether the connection is open and the server has not sent a close frame (then it waits for ours). */
  isOpen(): boolean;
  close(): void;
}

/** Requests an upgrade at `path` and sends the given bytes, whether or not the upgrade was accepted. */
export async function openRawWebSocket(
  origin: string,
  path = '/socket.io/?EIO=4&transport=websocket',
  headers: Record<string, string> = {},
): Promise<RawWebSocket> {
  const { hostname, port } = new URL(origin);
  const socket: Socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  let open = true;
  let text = '';
  socket.on('close', () => (open = false));
  socket.on('error', () => (open = false));
  socket.on('data', (data) => (text += data.toString('latin1')));
  const head = {
    Host: `${hostname}:${port}`,
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
    ...headers,
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  while (open && !text.includes('\r\n\r\n')) await Promise.race([once(socket, 'data'), once(socket, 'close')]);
  const end = text.indexOf('\r\n\r\n') + 4;
  return {
    answer: text.slice(0, end),
    frame(opcode, payload, options = {}) {
      const bytes = Buffer.from(payload);
      if (open)
        socket.write(Buffer.concat([frameHead(opcode, options.claimedLength ?? bytes.length, options.final), bytes]));
    },
    heard: () => text.slice(end),
    isOpen: () => open && !holdsCloseFrame(Buffer.from(text.slice(end), 'latin1')),
    close: () => void socket.destroy(),
  };
}

function holdsCloseFrame(frames: Buffer): boolean {
  for (let at = 0; at + 1 < frames.length;) {
    if ((frames[at]! & 0x0f) === 8) return true;
    const length = frames[at + 1]! & 0x7f;
    if (length < 126) at += 2 + length;
    else if (length === 126 && at + 4 <= frames.length) at += 4 + frames.readUInt16BE(at + 2);
    else if (at + 10 <= frames.length) at += 10 + Number(frames.readBigUInt64BE(at + 2));
    else return false;
  }
  return false;
}

/** RFC 6455, section 5.2. The mask is zero: it leaves the payload unchanged and is as valid as any other. */
function frameHead(opcode: number, length: number, final = true): Buffer {
  const first = (final ? 0x80 : 0) | opcode;
  const mask = Buffer.alloc(4);
  if (length < 126) return Buffer.concat([Buffer.from([first, 0x80 | length]), mask]);
  if (length < 65_536) {
    const head = Buffer.from([first, 0x80 | 126, 0, 0]);
    head.writeUInt16BE(length, 2);
    return Buffer.concat([head, mask]);
  }
  const head = Buffer.alloc(10);
  head[0] = first;
  head[1] = 0x80 | 127;
  head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, mask]);
}
