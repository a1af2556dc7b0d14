import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { frameLine, type FrameLine } from './frame-line.ts';
import { answerFrame, callFrame, leavingFrame, readTrunkFrame, tellFrame } from './trunk-frames.ts';

const toClose: (() => void)[] = [];
afterEach(() => {
  for (const close of toClose.splice(0)) close();
});

/** A frame line at one end of a connection, and the bare socket at the other. */
async function lineAndSocket(): Promise<{ line: FrameLine; far: Socket; heard: string[]; ended: () => boolean }> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const near = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
  const [far] = (await once(server, 'connection')) as [Socket];
  far.on('error', () => {});
  const heard: string[] = [];
  let isOver = false;
  const line = frameLine(near, Buffer.alloc(0), {
    onFrame(frame) {
      if (frame.toString() === 'nonsense') throw new Error('not understood');
      heard.push(frame.toString());
    },
    onClosed: () => (isOver = true),
  });
  toClose.push(
    () => [near, far].forEach((socket) => socket.destroy()),
    () => server.close(),
  );
  return { line, far, heard, ended: () => isOver };
}

const framed = (text: string) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(Buffer.byteLength(text));
  return Buffer.concat([length, Buffer.from(text)]);
};

/** The frames in these bytes, but for the signs of life between them. */
function framesIn(bytes: Buffer): string[] {
  const frames: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const from = at + 4;
    at = from + bytes.readUInt32BE(at);
    if (at > from) frames.push(bytes.toString('utf8', from, at));
  }
  return frames;
}

test('frames arrive whole and in order, however the network cuts them', async () => {
  const { far, heard } = await lineAndSocket();
  const long = 'a long one '.repeat(20_000);
  const bytes = Buffer.concat([framed('one'), framed(''), framed('two'), framed(long), framed('three')]);
  for (const byte of bytes.subarray(0, 12)) {
    far.write(Buffer.of(byte));
    await new Promise((resolve) => setImmediate(resolve));
  }
  far.write(bytes.subarray(12, 40_000));
  far.write(bytes.subarray(40_000));
  await eventually(() => expect(heard.map((text) => text.length)).toEqual([3, 3, long.length, 5]));
  expect(heard[3]).toBe('three');
});

test('what is sent arrives as frames, of one part or of many', async () => {
  const { line, far } = await lineAndSocket();
  const received: Buffer[] = [];
  far.on('data', (chunk: Buffer) => received.push(chunk));
  line.send(Buffer.from('one'));
  line.send(Buffer.from('t'), Buffer.alloc(0), Buffer.from('wo'));
  await eventually(() => expect(framesIn(Buffer.concat(received))).toEqual(['one', 'two']));
});

test('what was sent before the end still arrives, and nothing after it', async () => {
  const { line, far, ended } = await lineAndSocket();
  const received: Buffer[] = [];
  far.on('data', (chunk: Buffer) => received.push(chunk));
  line.send(Buffer.from('goodbye'));
  line.end();
  line.send(Buffer.from('one more thing'));
  await once(far, 'end');
  expect(framesIn(Buffer.concat(received))).toEqual(['goodbye']);
  await eventually(() => expect(ended()).toBe(true));
});

test.each([
  ['a frame that makes no sense', framed('nonsense')],
  ['a length that no frame has', Buffer.from('ffffffff', 'hex')],
])('%s ends the connection', async (_name, bytes) => {
  const { far, ended } = await lineAndSocket();
  far.write(bytes);
  await eventually(() => expect(ended()).toBe(true));
});

test('who hangs up is noticed, and to send then does no harm', async () => {
  const { line, far, ended } = await lineAndSocket();
  far.destroy();
  await eventually(() => expect(ended()).toBe(true));
  line.send(Buffer.from('to nobody'));
});

test('an end that shows no sign of life is taken for gone', async () => {
  const { far, ended } = await lineAndSocket();
  far.pause();
  await eventually(() => expect(ended()).toBe(true));
});

test('an end whose frames wait to be read is not taken for gone by a process that was held up', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'performance'] });
  toClose.push(() => vi.useRealTimers());
  const { far, heard, ended } = await lineAndSocket();
  // In the timers phase: the process reads next, as it does after being held up.
  await new Promise((resolve) => setTimeout(resolve, 1));
  far.write(framed('still here'));
  vi.advanceTimersByTime(20_000);
  await eventually(() => expect(heard).toEqual(['still here']));
  expect(ended()).toBe(false);
});

test('every kind of frame is read as it was written', () => {
  const read = (parts: readonly Uint8Array[]) => readTrunkFrame(Buffer.concat(parts));
  const head = { statement: 'who is calling', requestId: 'r1', trace: { traceparent: '00-1' } };
  const body = Buffer.from('{"text":"Šalom, 你好"}');
  expect(read(callFrame(7, head, body))).toEqual({ kind: 'call', number: 7, head, body });
  expect(read(answerFrame(2 ** 32 - 1, { status: 201, body }))).toEqual({
    kind: 'answer',
    number: 2 ** 32 - 1,
    answer: { status: 201, retryAfter: undefined, body },
  });
  expect(read(answerFrame(1, { status: 503, retryAfter: 2, body }))).toMatchObject({ answer: { retryAfter: 2 } });
  const refused = { status: 401, statementRefused: true, body };
  expect(read(answerFrame(1, refused))).toMatchObject({ answer: refused });
  expect(read(tellFrame([1, 500, 70_000], body))).toEqual({ kind: 'tell', numbers: [1, 500, 70_000], bytes: body });
  expect(read(leavingFrame())).toEqual({ kind: 'leaving' });
  expect(() => read([Buffer.of(99)])).toThrow('unknown kind');
  expect(() => read([Buffer.of(1, 0)])).toThrow();
});
