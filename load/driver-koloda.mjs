// The driver of workload W1 for Koloda: copy it beside shared/load/bar.mjs. Seats are taken from bots that never move
// (KOLODA_BOT_PAUSE is set high), so that sockets may open in any order.
import http from 'node:http';
import WebSocket from 'ws';

export default ({ post, base, SEATS }) => {
  const ws = base.replace('http', 'ws');
  const get = (path) =>
    new Promise((ok, fail) => {
      http.get(base + path, (answer) => {
        let text = '';
        answer.on('data', (part) => (text += part));
        answer.on('end', () => ok(JSON.parse(text)));
      }).on('error', fail);
    });
  const guest = async () => (await get('/api/me')).token;
  return {
    async create() {
      const tokens = await Promise.all(Array.from({ length: SEATS }, guest));
      const bots = [null, ...Array(SEATS - 1).fill('normal')];
      const setup = { game: 'pairs', seats: SEATS, options: { target: 31 }, bots, join: 'now', start: true };
      const { id } = await post(`/api/tables?token=${tokens[0]}`, setup);
      return { id, tokens, views: [] };
    },
    open(match, seat, onState) {
      return new Promise((ok, fail) => {
        const socket = new WebSocket(`${ws}/ws/${match.id}?token=${match.tokens[seat]}`, { perMessageDeflate: false });
        const client = { ws: socket, syncBytes: 0, view: null, extra: 0, next: 0 };
        client.move = (move) =>
          socket.send(JSON.stringify({ t: 'move', id: `${seat}-${client.next++}-${Math.random()}`, n: client.view.n, move }));
        client.close = () => socket.close();
        socket.on('error', fail);
        if (seat > 0) socket.on('open', () => socket.send(JSON.stringify({ t: 'sit', seat })));
        socket.on('message', (frame) => {
          const message = JSON.parse(frame.toString());
          if (message.t === 'view') client.view = message;
          else if (message.t === 'change') apply(client.view, message);
          else {
            client.extra += frame.length; // table and moved frames count for the bytes of the next state
            return;
          }
          const first = client.syncBytes === 0;
          if (first) {
            client.syncBytes = frame.length + client.extra;
            client.extra = 0;
            ok(client);
          } else {
            const bytes = frame.length + client.extra;
            client.extra = 0;
            if (client.view.n !== client.told) onState(client, bytes);
          }
          client.told = client.view.n;
        });
      });
    },
    view(client) {
      const rows = client.view.zones.filter((zone) => zone[0] === 'row');
      return { turn: client.view.turn[0], hand: rows.map((zone) => zone[4]) };
    },
  };
};

function apply(view, change) {
  for (const [index, cards] of change.zones ?? []) view.zones[index][4] = cards;
  for (const [index, cards] of change.more ?? []) view.zones[index][4] = view.zones[index][4].concat(cards);
  for (const name of ['n', 'turn', 'legal']) if (change[name] !== undefined) view[name] = change[name];
}
