import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { maxChatsToJoin } from '@koinonia/contracts/socket-events.ts';
import { newId } from '@koinonia/kit/ids.ts';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { createMetrics } from '@koinonia/kit/observing/metrics.ts';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { Server } from 'socket.io';
import { expect, test } from 'vitest';
import { createChatMetrics } from '../../metrics.ts';
import { connectSocket } from '../../testing/live-socket.ts';
import type { ChatServer, ChatSocket } from './chat-socket.ts';
import { followJoins, type MembershipQuestions } from './join-chats.ts';
import { createNewcomers } from '../members/newcomers.ts';
import { singleNode } from '../delivery/node-link.ts';
import { roomOfChat } from '../rooms.ts';

const log = createLog('silent', 'tests');

/** A server whose sockets join as these questions are answered; `came` gets each socket. */
async function startServer(membership: MembershipQuestions, came: (socket: ChatSocket) => void, tries?: number) {
  const http = createServer().listen(0, '127.0.0.1');
  await once(http, 'listening');
  const io: ChatServer = new Server(http, { transports: ['websocket'] });
  const metrics = createChatMetrics(createMetrics('chat').registry);
  const newcomers = createNewcomers();
  io.on('connection', (socket) => {
    came(socket);
    followJoins(socket, {
      membership,
      newcomers,
      link: singleNode,
      log,
      metrics,
      ...(tries !== undefined && { tries }),
    });
  });
  const { socket, join, close } = await connectSocket(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, 'x');
  return {
    newcomers,
    socket,
    join,
    async close() {
      close();
      await io.close();
    },
  };
}

test('a socket whose chats cannot be found out is sent away in the end, to come back and ask again', async () => {
  const away = () => Promise.reject(new Error('the database is away'));
  let came = 0;
  const server = await startServer({ heads: away, hidden: async () => [] }, () => (came += 1), 1);
  server.socket.emit('joinChats', ['a chat']);
  await eventually(() => expect(came).toBe(2));
  await server.close();
});

test('whoever came to a chat lately hears nothing of what was said before, from the moment their socket is in it', async () => {
  const chatId = newId();
  const head = { id: chatId, last_seq: 7, change_seq: null, came_after: 4 };
  let whenEntered: string[] | undefined;
  const server = await startServer({ heads: async () => [head], hidden: async () => [] }, (socket) => {
    socket.data = {
      uid: 'eva',
      sessionId: null,
      endsAt: null,
      received: { packets: 0, bytes: 0, isAdmitted: true },
      joinsUntil: 0,
      open: null,
    };
    const enter = socket.join.bind(socket);
    socket.join = (rooms) => {
      whenEntered = server.newcomers.blindTo(roomOfChat(chatId), 4);
      return enter(rooms);
    };
  });
  expect(await server.join([chatId])).toMatchObject({ joined: [{ id: chatId }], refused: [] });
  expect(whenEntered).toEqual(['eva']);
  expect(server.newcomers.blindTo(roomOfChat(chatId), 5)).toEqual([]);
  await server.close();
});

test('a socket that is still in a chat of which its person is no longer a member leaves it when it asks to join', async () => {
  const [kept, lost] = [newId(), newId()];
  let member = [kept, lost];
  let ours: ChatSocket | undefined;
  const heads = async () => member.map((id) => ({ id, last_seq: 0, change_seq: null, came_after: 0 }));
  const server = await startServer({ heads, hidden: async () => [] }, (socket) => (ours = socket));
  const isIn = () => [kept, lost].filter((id) => ours?.rooms.has(roomOfChat(id)));
  await server.join([kept, lost]);
  expect(isIn()).toEqual([kept, lost]);
  member = [kept];
  expect(await server.join([kept, lost])).toMatchObject({ joined: [{ id: kept }], refused: [lost] });
  expect(isIn()).toEqual([kept]);
  member = [];
  expect(await server.join([kept])).toEqual({ joined: [], refused: [kept] });
  expect(isIn()).toEqual([]);
  await server.close();
});

test('a socket that was added to a chat only while it asked to join stays in it', async () => {
  const chatId = newId();
  let ours: ChatSocket | undefined;
  const heads = async () => {
    await ours?.join(roomOfChat(chatId));
    return [];
  };
  const server = await startServer({ heads, hidden: async () => [] }, (socket) => (ours = socket));
  expect(await server.join([chatId])).toEqual({ joined: [], refused: [chatId] });
  expect(ours?.rooms.has(roomOfChat(chatId))).toBe(true);
  await server.close();
});

test('no more chats are joined in one call than a list holds; the others are refused', async () => {
  const asked: number[] = [];
  const heads = async ({ chatIds }: { chatIds: readonly string[] }) => {
    asked.push(chatIds.length);
    return chatIds.map((id) => ({ id, last_seq: 0, change_seq: null, came_after: 0 }));
  };
  const server = await startServer({ heads, hidden: async () => [] }, () => {});
  const chatIds = Array.from({ length: maxChatsToJoin + 1 }, newId);
  const { joined, refused } = await server.join(chatIds);
  expect(joined).toHaveLength(maxChatsToJoin);
  expect(refused).toEqual(chatIds.slice(maxChatsToJoin));
  expect(Math.max(...asked)).toBe(maxChatsToJoin);
  await server.close();
});

/** A server that answers no question about chats until it is released. */
async function startHeldServer() {
  const released = Promise.withResolvers<void>();
  const heads = async ({ chatIds }: { chatIds: readonly string[] }) => {
    await released.promise;
    return chatIds.map((id) => ({ id, last_seq: 0, change_seq: null, came_after: 0 }));
  };
  let asked = 0;
  const server = await startServer({ heads, hidden: async () => [] }, (socket) => {
    socket.on('joinChats', () => (asked += 1));
  });
  return { ...server, asked: () => asked, release: () => released.resolve() };
}

test('whoever joins many chats one at a time, without waiting for an answer, is answered for each', async () => {
  const server = await startHeldServer();
  const answers = Array.from({ length: 60 }, () => server.join([newId()]));
  await eventually(() => expect(server.asked()).toBe(60));
  server.release();
  expect((await Promise.all(answers)).map(({ joined }) => joined.length)).toEqual(answers.map(() => 1));
  await server.close();
});

test.each([
  ['joins', 101, 1],
  ['chats', 6, maxChatsToJoin],
])('a socket that lets too many %s wait is ended', async (_, joins, chats) => {
  const server = await startHeldServer();
  for (let count = 0; count < joins; count += 1) server.socket.emit('joinChats', Array.from({ length: chats }, newId));
  await eventually(() => expect(server.socket.connected).toBe(false));
  server.release();
  await server.close();
});
