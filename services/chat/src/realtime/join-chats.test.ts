import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { createMetrics } from '@koinonia/kit/observing/metrics.ts';
import { eventually } from '@koinonia/kit/testing/eventually.ts';
import { Server } from 'socket.io';
import { expect, test } from 'vitest';
import { createChatMetrics } from '../metrics.ts';
import { connectSocket } from '../testing/live-socket.ts';
import type { ChatServer } from './chat-socket.ts';
import { followJoins, type MembershipQuestions } from './join-chats.ts';
import { createNewcomers } from './newcomers.ts';
import { singleNode } from './node-link.ts';

test('a socket whose chats cannot be found out is sent away in the end, to come back and ask again', async () => {
  const http = createServer().listen(0, '127.0.0.1');
  await once(http, 'listening');
  const io: ChatServer = new Server(http, { transports: ['websocket'] });
  const away = () => Promise.reject(new Error('the database is away'));
  const membership: MembershipQuestions = { heads: away, hidden: async () => [] };
  const log = createLog('silent', 'tests');
  const metrics = createChatMetrics(createMetrics('chat').registry);
  let came = 0;
  io.on('connection', (socket) => {
    came += 1;
    followJoins(socket, { membership, newcomers: createNewcomers(), link: singleNode, log, metrics, tries: 1 });
  });

  const { socket, close } = await connectSocket(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, 'a token');
  socket.emit('joinChats', ['a chat']);
  await eventually(() => expect(came).toBe(2));
  close();
  await io.close();
});
