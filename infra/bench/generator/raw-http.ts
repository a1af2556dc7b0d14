import { connect, type Socket } from 'node:net';

export interface RawHttpOptions {
  readonly host: string;
  readonly port: number;
}

/** One kept-alive connection for one request after another. It does as little as possible, like `RawSocket`. */
export class RawHttp {
  readonly #options: RawHttpOptions;
  readonly #socket: Socket;
  #waiting: ((status: number) => void) | null = null;
  #rest: Buffer = Buffer.alloc(0);

  constructor(options: RawHttpOptions) {
    this.#options = options;
    this.#socket = connect({ host: options.host, port: options.port, noDelay: true });
    this.#socket.on('data', (chunk) => this.#take(chunk));
    this.#socket.on('error', () => this.#answer(0));
    this.#socket.on('close', () => this.#answer(0));
  }

  /** Resolves with the status of the answer; 0 when none came. The next request waits for it. */
  post(path: string, token: string, body: string): Promise<number> {
    return new Promise((resolve) => {
      this.#waiting = resolve;
      this.#socket.write(
        `POST ${path} HTTP/1.1\r\nHost: ${this.#options.host}:${this.#options.port}\r\nAuthorization: Bearer ${token}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const end = this.#rest.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = this.#rest.toString('latin1', 0, end);
    const length = Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? 0);
    if (this.#rest.length < end + 4 + length) return;
    this.#rest = this.#rest.subarray(end + 4 + length);
    this.#answer(Number(head.slice(9, 12)));
  }

  #answer(status: number): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.(status);
  }
}
