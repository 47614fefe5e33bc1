import type { GameInfo } from './api';

/** The socket that early.js has opened, what it has heard so far, and the table's game if that was told. */
export interface Early {
  socket: WebSocket;
  frames: (string | ArrayBuffer)[];
  game: GameInfo | null;
}

declare global {
  var early: Early | null | undefined;
}

/** The early socket, once, if it goes to this address and lives; another one would stay open beside ours. */
export function takeEarly(address: string): Early | null {
  const early = globalThis.early;
  globalThis.early = null; // the mark that nobody needs another
  if (!early) return null;
  if (early.socket.url === address && early.socket.readyState <= WebSocket.OPEN) return early;
  early.socket.close();
  return null;
}
