import { createServer } from 'node:http';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { io as connect } from 'socket.io-client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ChatServer, ChatSocket } from '../sockets/chat-socket.ts';
import { frameOf } from './frames.ts';
import { singleNode } from './node-link.ts';
import { createRoomWriter, type RoomWriter } from './room-writer.ts';
import { roomOfPerson } from '../rooms.ts';
import { createSocketServer } from '../sockets/socket-server.ts';

interface Listener {
  socket: ChatSocket;
  heard: string[];
  leave(): void;
}

const noTrunks = { placeOf: () => null, onEnded: () => {} };

let io: ChatServer;
let url: string;
let writer: RoomWriter;
let room: string;
let rooms = 0;
const http = createServer();

beforeAll(async () => {
  io = createSocketServer(http, singleNode, noTrunks, () => true);
  writer = createRoomWriter(io);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const address = http.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
});

beforeEach(() => void (room = `room ${rooms++}`));

afterAll(() => io.close());

async function listen(): Promise<Listener> {
  const accepted = new Promise<ChatSocket>((resolve) => io.once('connection', resolve));
  const client = connect(url, { transports: ['websocket'], forceNew: true });
  const heard: string[] = [];
  client.on('typing', ({ chatId }: { chatId: string }) => heard.push(chatId));
  return { socket: await accepted, heard, leave: () => client.disconnect() };
}

const frame = (chatId: string) => frameOf('typing', { chatId, userId: 'somebody' });

test('what is told at once is heard as single events, in its order, among what else the socket is told', async () => {
  const ben = await listen();
  await ben.socket.join(room);
  for (const name of ['one', 'two']) writer.write(room, frame(name), []);
  await eventually(() => expect(ben.heard).toEqual(['one', 'two']));
  writer.write(room, Buffer.concat(['three', 'four'].map(frame)), []);
  ben.socket.emit('typing', { chatId: 'by itself', userId: 'somebody' });
  for (const number of Array.from({ length: 200 }, (_, index) => index)) writer.write(room, frame(`${number}`), []);
  await eventually(() => expect(ben.heard).toHaveLength(205));
  expect(ben.heard.filter((name) => name !== 'by itself').slice(2, 6)).toEqual(['three', 'four', '0', '1']);
  ben.leave();
});

test('who is blind to it, who joins later and who left meanwhile do not hear it', async () => {
  const [ben, eva, ruth, tom] = [await listen(), await listen(), await listen(), await listen()];
  for (const { socket } of [ben, eva, tom]) await socket.join(room);
  await eva.socket.join(roomOfPerson('eva'));
  writer.write(room, frame('for ben'), ['eva']);
  await tom.socket.leave(room);
  writer.write(room, frame('for ben again'), ['eva']);
  await ruth.socket.join(room);
  writer.write(room, frame('also for ruth'), ['eva']);
  writer.write(room, frame('for all'), []);
  await eventually(() => expect(ben.heard).toEqual(['for ben', 'for ben again', 'also for ruth', 'for all']));
  await eventually(() => expect([eva.heard, ruth.heard]).toEqual([['for all'], ['also for ruth', 'for all']]));
  expect(tom.heard).toEqual([]);
  for (const listener of [ben, eva, ruth, tom]) listener.leave();
});
