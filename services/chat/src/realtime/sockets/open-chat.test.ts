import { EventEmitter } from 'node:events';
import { createLog } from '@koinonia/kit/observing/log.ts';
import { expect, onTestFinished, test } from 'vitest';
import { holdFirstAnswer } from '../../testing/hold-first-answer.ts';
import { startWorld } from '../../testing/world.ts';
import { type ChatSocket, leaveChat } from './chat-socket.ts';
import { createSharedMembers } from '../members/shared-members.ts';
import { followOpenChat } from './open-chat.ts';
import { roomOfChat } from '../rooms.ts';

test('a chat is not open for somebody who is removed while it is being opened', async () => {
  const world = await startWorld();
  onTestFinished(() => world.close());
  const [ruth, ben] = world.people(2);
  const { id } = (await ruth.open([ben])).body;

  const rooms = new Set([roomOfChat(id)]);
  const leave = (room: string) => rooms.delete(room);
  const socket = Object.assign(new EventEmitter(), { data: { uid: ruth.uid, open: null }, rooms, leave });
  const atChat = socket as unknown as ChatSocket;
  const held = holdFirstAnswer(world.db);
  const presence = {
    among: () => [],
    settingsOf: () => undefined,
    learnSettingsOf: async () => {},
    close: async () => {},
  };
  const log = createLog('silent', 'chat');
  followOpenChat(atChat, { membersOf: createSharedMembers(held.db), presence, broadcast: {} as never, log });

  const opened = new Promise((resolve) => socket.emit('openChat', id, resolve));
  await held.asked;
  leaveChat(atChat, id);
  held.release();
  expect(await opened).toEqual({ present: [] });
  expect(socket.data.open).toBeNull();
});
