import { createServer } from 'node:http';
import { createAdapter } from '@socket.io/redis-adapter';
import { Redis } from 'ioredis';
import pg from 'pg';
import { Server } from 'socket.io';

/**
 * The system that the product is compared with: Socket.IO with its Redis adapter and nothing else, as in its documentation.
 * No sign-in, no membership, no gateway. With a database it is the naive chat: one INSERT before each emit.
 */
const [redisUrl, databaseUrl] = [process.argv[2]!, process.argv[3]];
const publisher = new Redis(redisUrl);
const database = databaseUrl ? new pg.Pool({ connectionString: databaseUrl, max: 10 }) : null;
const http = createServer();
const io = new Server(http, {
  adapter: createAdapter(publisher, publisher.duplicate()),
  transports: ['websocket'],
  serveClient: false,
});
let seq = 0;

io.on('connection', (socket) => {
  socket.on('joinChats', async (chats: string[], acknowledge: () => void) => {
    await socket.join(chats);
    acknowledge();
  });
  socket.on('send', async ({ chatId, text }: { chatId: string; text: string }, acknowledge: () => void) => {
    const message = {
      id: `0199c0de-0000-7000-8000-${String(++seq).padStart(12, '0')}`,
      chatId,
      seq,
      senderId: socket.id,
      text,
      attachmentUrl: null,
      createdAt: new Date().toISOString(),
      clientId: null,
      reactions: {},
    };
    if (database) {
      await database.query('insert into messages (chat_id, sender_id, text) values ($1, $2, $3)', [
        chatId,
        socket.id,
        text,
      ]);
    }
    io.to(chatId).emit('newMessage', message);
    acknowledge();
  });
});

http.listen(0, '127.0.0.1', () => {
  const address = http.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : null });
});
