import { createServer, type Socket } from 'node:net';
import { trunkPath } from '@koinonia/kit/trunk/trunk-frames.ts';

/** A chat node made of bare sockets, so that a test decides how each of them behaves. It accepts no trunk. */
export interface RawNode {
  url: string;
  /** The sockets that are open now, except requests for a trunk. */
  open: Set<Socket>;
  /** Every request head that arrived. */
  heads: string[];
  close(): void;
}

export const switching = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n';

/** `behave` is called with each socket after its request's head has arrived. */
export async function startRawNode(behave: (socket: Socket, head: string) => void, port = 0): Promise<RawNode> {
  const open = new Set<Socket>();
  const heads: string[] = [];
  const server = createServer({ noDelay: true }, (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => {});
    let head = '';
    socket.on('data', function read(chunk: Buffer) {
      head += chunk.toString('latin1');
      if (!head.includes('\r\n\r\n')) return;
      socket.off('data', read);
      if (head.startsWith(`GET ${trunkPath} `)) {
        open.delete(socket);
        return void socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\n');
      }
      heads.push(head);
      behave(socket, head);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    open,
    heads,
    close() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
