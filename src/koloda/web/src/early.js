// At the address of a table, opens its socket and asks for its game while the page's own script is still loading;
// src/lib/net/early.ts takes both over. If the page was quicker, window.early is set, and there is nothing to do.
(() => {
  const id = /^\/table\/([^/]+)\/?$/.exec(location.pathname)?.[1];
  if (!id || window.early !== undefined) return;
  const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws/${id}?log=1&seal=1&changes=1`);
  const early = { socket, frames: [], game: null };
  const ask = async (game) => {
    early.game = await (await fetch(`/api/games/${game}`)).json();
  };
  socket.binaryType = 'arraybuffer';
  socket.onmessage = ({ data }) => {
    early.frames.push(data);
    const game = /^{"t":"table",.*?"game":"([\w-]+)"/.exec(data)?.[1];
    if (game) ask(game).catch(() => {});
  };
  window.early = early;
})();
