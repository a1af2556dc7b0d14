import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { frameLine, type FrameLine } from '@koinonia/kit/trunk/frame-line.ts';
import {
  type CallHead,
  readTrunkFrame,
  trunkPath,
  trunkPlaceHeader,
  trunkProtocol,
} from '@koinonia/kit/trunk/trunk-frames.ts';
import { switching } from './raw-node.ts';

export interface Called {
  number: number;
  head: CallHead;
  body: string;
}

/** A chat node whose trunk, sockets and HTTP answers are controlled by a test. */
export interface TrunkNode {
  url: string;
  /** The open trunks, oldest first. */
  trunks: FrameLine[];
  /** Calls that arrived by a trunk. */
  calls: Called[];
  /** Paths that were requested by HTTP. */
  asked: string[];
  /** The sockets, and their numbers on a trunk. */
  sockets: { socket: Socket; number: number }[];
  close(): Promise<void>;
}

export async function startTrunkNode(onCall: (called: Called, trunk: FrameLine) => void): Promise<TrunkNode> {
  const node: Omit<TrunkNode, 'url' | 'close'> = { trunks: [], calls: [], asked: [], sockets: [] };
  const server = createServer((request, response) => {
    node.asked.push(request.url ?? '');
    request.resume().once('end', () => response.setHeader('content-type', 'application/json').end('{"by":"http"}'));
  });

  server.on('upgrade', (request, socket: Socket, early) => {
    socket.on('error', () => {});
    if (request.url !== trunkPath) {
      const number = Number(String(request.headers[trunkPlaceHeader]).split('.')[1]);
      node.sockets.push({ socket, number });
      socket.resume().once('end', () => socket.end());
      return void socket.write(switching);
    }
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: ${trunkProtocol}\r\n\r\n`);
    const trunk = frameLine(socket, early, {
      onFrame(bytes) {
        const frame = readTrunkFrame(bytes);
        if (frame.kind !== 'call') return;
        const called = { number: frame.number, head: frame.head, body: frame.body.toString() };
        node.calls.push(called);
        onCall(called, trunk);
      },
      onClosed: () => void node.trunks.splice(node.trunks.indexOf(trunk), 1),
    });
    node.trunks.push(trunk);
  });

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...node,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      for (const trunk of node.trunks.toReversed()) trunk.destroy();
      for (const { socket } of node.sockets) socket.destroy();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
