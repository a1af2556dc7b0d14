import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/** The first bytes of an Engine.IO and Socket.IO packet, as characters. */
const ping = 0x32;
const message = 0x34;
const connected = 0x30;
const event = 0x32;
const acknowledgement = 0x33;

const pong = textFrame('3');

export interface RawSocketOptions {
  readonly host: string;
  readonly port: number;
  /** Empty for targets without tokens. */
  readonly token: string;
  /** Called with the bytes of a `newMessage`. Must not keep them. */
  readonly onMessage: (bytes: Buffer) => void;
  readonly onEnd?: () => void;
}

/**
 * A Socket.IO client that does as little as possible: no timers, no JSON parsing, one handler per connection. It must cost
 * less than the server that it measures.
 */
export class RawSocket {
  readonly #options: RawSocketOptions;
  readonly #socket: Socket;
  readonly #answers = new Map<number, () => void>();
  #rest: Buffer = Buffer.alloc(0);
  #upgraded = false;
  #nextAnswer = 1;
  #onOpen: () => void = () => {};

  constructor(options: RawSocketOptions) {
    this.#options = options;
    this.#socket = connect({ host: options.host, port: options.port, noDelay: true });
  }

  /** Resolves when the server has accepted the token. */
  open(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#onOpen = resolve;
      this.#socket.once('error', reject);
      this.#socket.once('close', () => {
        reject(new Error('the connection ended'));
        this.#options.onEnd?.();
      });
      this.#socket.on('data', (chunk) => this.#take(chunk));
      this.#socket.write(
        `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${this.#options.host}:${this.#options.port}\r\n` +
          `Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
          `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
      );
    });
  }

  /** Resolves when the server has acknowledged it. */
  emit(name: string, payload: unknown): Promise<void> {
    const answer = this.#nextAnswer++;
    return new Promise((resolve) => {
      this.#answers.set(answer, resolve);
      this.#socket.write(textFrame(`42${answer}${JSON.stringify([name, payload])}`));
    });
  }

  /** Cuts the connection, as when the network is gone. */
  cut(): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    let bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    if (!this.#upgraded) {
      const end = bytes.indexOf('\r\n\r\n');
      if (end < 0) return void (this.#rest = bytes);
      if (!bytes.toString('latin1', 0, 12).endsWith('101')) {
        this.#socket.destroy(new Error(`refused: ${bytes.toString('latin1', 0, 60)}`));
        return;
      }
      this.#upgraded = true;
      bytes = bytes.subarray(end + 4);
    }
    this.#rest = this.#takeFrames(bytes);
  }

  /** Returns the bytes of a frame that is still incomplete. A server's frames are never masked. */
  #takeFrames(bytes: Buffer): Buffer {
    let at = 0;
    while (bytes.length - at >= 2) {
      let length = bytes[at + 1]! & 0x7f;
      let begin = at + 2;
      if (length === 126) {
        if (bytes.length - at < 4) break;
        length = bytes.readUInt16BE(at + 2);
        begin = at + 4;
      } else if (length === 127) {
        if (bytes.length - at < 10) break;
        length = Number(bytes.readBigUInt64BE(at + 2));
        begin = at + 10;
      }
      if (bytes.length - begin < length) break;
      this.#takePacket(bytes.subarray(begin, begin + length));
      at = begin + length;
    }
    return at === bytes.length ? Buffer.alloc(0) : bytes.subarray(at);
  }

  #takePacket(packet: Buffer): void {
    if (packet[0] === ping) this.#socket.write(pong);
    else if (packet[0] === 0x30) this.#socket.write(textFrame(`40${JSON.stringify({ token: this.#options.token })}`));
    else if (packet[0] === message && packet[1] === event) {
      // 42["newMessage",…
      if (packet[4] === 0x6e && packet[7] === 0x4d) this.#options.onMessage(packet);
    } else if (packet[0] === message && packet[1] === acknowledgement) {
      const answer = Number(packet.toString('latin1', 2, packet.indexOf(0x5b)));
      this.#answers.get(answer)?.();
      this.#answers.delete(answer);
    } else if (packet[0] === message && packet[1] === connected) this.#onOpen();
    else if (packet[0] === message && packet[1] === 0x34) this.#socket.destroy(new Error(packet.toString()));
  }
}

/** A frame as a client must send it: masked, here with a key of zeros, which leaves the bytes unchanged. */
function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const head = length < 126 ? 2 : 4;
  const frame = Buffer.alloc(head + 4 + length);
  frame[0] = 0x81;
  if (length < 126) frame[1] = 0x80 | length;
  else {
    frame[1] = 0x80 | 126;
    frame.writeUInt16BE(length, 2);
  }
  frame.write(text, head + 4);
  return frame;
}
