const headEnd = '\r\n\r\n';
const isData = (opcode: number) => opcode < 8;

/** Follows a chat node's data for a browser, and knows when other frames may be inserted. */
export interface MessageBoundary {
  take(chunk: Buffer): void;
  /** True when the handshake is over, and no WebSocket message is sent only in part. */
  isBetween(): boolean;
}

/** Parses only the headers of frames (RFC 6455, section 5.2); a server's frames are never masked. */
export function followMessages(): MessageBoundary {
  let handshake: Buffer | null = Buffer.alloc(0);
  let head: number[] = [];
  let payloadLeft = 0;
  let isFragmented = false;

  /** The bytes after the handshake's answer. */
  function afterHandshake(before: Buffer, chunk: Buffer): Buffer {
    const bytes = Buffer.concat([before, chunk]);
    const end = bytes.indexOf(headEnd);
    handshake = end < 0 ? bytes : null;
    return end < 0 ? Buffer.alloc(0) : bytes.subarray(end + headEnd.length);
  }

  function takeHead(byte: number): void {
    head.push(byte);
    const [first = 0, second = 0] = head;
    const short = second & 0x7f;
    const whole = short === 127 ? 10 : short === 126 ? 4 : 2;
    if (head.length < Math.max(whole, 2)) return;
    payloadLeft = whole === 2 ? short : head.slice(2).reduce((length, part) => length * 256 + part, 0);
    if (isData(first & 0x0f)) isFragmented = (first & 0x80) === 0;
    head = [];
  }

  return {
    take(chunk) {
      const frames = handshake ? afterHandshake(handshake, chunk) : chunk;
      for (let at = 0; at < frames.length;) {
        const skipped = Math.min(payloadLeft, frames.length - at);
        payloadLeft -= skipped;
        at += skipped;
        if (at < frames.length) takeHead(frames[at++] ?? 0);
      }
    },
    isBetween: () => handshake === null && head.length === 0 && payloadLeft === 0 && !isFragmented,
  };
}
