import type { GameInfo } from './protocol';

/** The socket that early.js has opened, the frames it has received so far, and the table's game if it has come. */
export interface Early {
  socket: WebSocket;
  frames: (string | ArrayBuffer)[];
  game: GameInfo | null;
}

declare global {
  var early: Early | null | undefined;
}

/** The early socket, once, if it is alive and goes to this address; any other one is closed. */
export function takeEarly(address: string): Early | null {
  const early = globalThis.early;
  globalThis.early = null; // tells early.js that it is too late
  if (!early) return null;
  if (early.socket.url === address && early.socket.readyState <= WebSocket.OPEN) return early;
  early.socket.close();
  return null;
}
