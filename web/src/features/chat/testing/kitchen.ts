import { afterEach, beforeEach } from 'vitest';
import { session } from '../../../lib/session/session.ts';
import { withEmptyDevice } from '../../../lib/testing/empty-device.ts';
import { withPageServer } from '../../../lib/testing/page-server.ts';
import { ChatMessages } from '../messages/chat-messages.ts';
import { MessageCaches } from '../messages/message-caches.ts';
import { MessagesOnDevice } from '../messages/messages-on-device.ts';
import { MessageServer } from './message-server.ts';

interface Kitchen {
  readonly onDevice: MessagesOnDevice;
  readonly chat: ChatMessages;
}

/**
 * For a test file: Ana is about to open the kitchen's chat, of which this server has 700 messages and her device none.
 * `begin` is given a new page of hers before each test.
 */
export function withKitchen(begin: (kitchen: Kitchen) => void): MessageServer {
  const server = new MessageServer();
  let opened: Kitchen | undefined;
  withEmptyDevice();
  withPageServer(server.answer);

  beforeEach(() => {
    session.accept({ uid: 'ana', email: 'ana@base.example', displayName: 'Ana', photoURL: '' });
    server.beginAnew();
    const onDevice = new MessagesOnDevice('ana');
    const chat = new ChatMessages('kitchen', { caches: new MessageCaches(onDevice), onChange: () => undefined });
    begin((opened = { onDevice, chat }));
  });

  afterEach(() => {
    opened?.chat.end();
    opened?.onDevice.stop();
    session.end();
  });

  return server;
}
