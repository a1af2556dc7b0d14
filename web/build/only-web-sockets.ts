import type { Plugin } from 'vite';

const transports = /engine\.io-client\/build\/esm\/transports\//;
const all = /engine\.io-client\/build\/esm\/transports\/index\.js$/;

/** Leaves out Socket.IO's other transports, which our page never asks for; the library itself includes all of them. */
export function onlyWebSockets(): Plugin {
  let isFound = false;
  return {
    name: 'only-web-sockets',
    apply: 'build',
    load: {
      filter: { id: all },
      handler() {
        isFound = true;
        return "import { WS } from './websocket.js'; export const transports = { websocket: WS };";
      },
    },
    // A file stays even when nothing of it is used, because it might do something when it is loaded.
    transform: { filter: { id: transports }, handler: (code) => ({ code, map: null, moduleSideEffects: false }) },
    buildEnd(failure) {
      if (failure === undefined && !isFound) this.error('Socket.IO lists its transports in another file now.');
    },
  };
}
