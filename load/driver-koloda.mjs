// The driver of workload W1 for Koloda: it goes beside bar.mjs of the load folder. Seats are taken from bots that
// never move (KOLODA_BOT_PAUSE is set high), so that sockets may open in any order; the host lets everybody in. Losing
// scores end at 31: when a match is over its host asks for another one, and the time and the bytes of that count as part
// of the last move.
import http from 'node:http';
import WebSocket from 'ws';

export default ({ base, SEATS }) => {
  const ws = (process.env.KOLODA_OPEN_AT ?? base).replace('http', 'ws'); // sockets at another node of a cluster
  const agent = new http.Agent({ keepAlive: true, maxSockets: 16 });
  const ask = (method, path, headers, body) =>
    new Promise((ok, fail) => {
      const request = http.request(base + path, { method, agent, headers }, (answer) => {
        let text = '';
        answer.on('data', (part) => (text += part));
        answer.on('end', () => (answer.statusCode < 300 ? ok(JSON.parse(text)) : fail(new Error(text))));
      });
      request.on('error', fail);
      request.end(body);
    });
  const guest = async () => (await ask('GET', '/api/me', {})).token;
  const shown = (token) => ({ authorization: `Bearer ${token}` });
  return {
    async create() {
      const tokens = await Promise.all(Array.from({ length: SEATS }, guest));
      const bots = [null, ...Array(SEATS - 1).fill('normal')];
      const setup = { game: 'pairs', seats: SEATS, options: { target: 31 }, bots, join: 'now', start: true };
      const headers = { 'content-type': 'application/json', ...shown(tokens[0]) };
      const { id } = await ask('POST', '/api/tables', headers, JSON.stringify(setup));
      return { id, tokens };
    },
    open(match, seat, onState) {
      return new Promise((ok, fail) => {
        const headers = shown(match.tokens[seat]);
        const socket = new WebSocket(`${ws}/ws/${match.id}?changes=1`, { perMessageDeflate: false, headers });
        const client = { ws: socket, syncBytes: 0, view: null, you: null, match: '', bytes: 0, sent: 0, admitted: -1 };
        const send = (message) => socket.send(JSON.stringify(message));
        client.move = (move) =>
          send({ t: 'move', id: `${seat}-${client.sent++}`, match: client.match, n: client.view.n, move });
        client.close = () => socket.close();
        socket.on('error', fail);
        socket.on('close', (code, reason) => fail(new Error(`closed: ${code} ${reason}`)));
        if (seat > 0) socket.on('open', () => send({ t: 'sit', seat }));
        socket.on('message', (frame) => {
          client.bytes += frame.length; // frames that are no view count with the next one that is
          const message = JSON.parse(frame.toString());
          if (message.t === 'refused') throw new Error(`refused: ${message.en}`);
          if (message.t === 'table' || message.t === 'table-change') {
            if (message.t === 'table') client.table = message;
            const table = { ...client.table, ...message.now };
            for (const name of message.gone ?? []) delete table[name];
            Object.assign(client, { you: table.you, match: table.match });
            for (const { knock } of table.knocks ?? []) if (knock > client.admitted) send({ t: 'admit', knock });
            client.admitted = Math.max(client.admitted, ...(table.knocks ?? []).map(({ knock }) => knock));
          }
          if (message.t === 'view') client.view = message;
          else if (message.t === 'change') apply(client.view, message);
          else return;
          if (client.you !== seat) return; // a watcher's view, before the seat was taken
          if (client.view.result) {
            if (seat === 0 && client.syncBytes) for (const t of ['rematch', 'start']) send({ t });
            return;
          }
          const bytes = client.bytes;
          client.bytes = 0;
          if (client.syncBytes) return onState(client, bytes);
          client.syncBytes = bytes;
          ok(client);
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
  for (const name of ['n', 'turn', 'legal', 'result']) if (change[name] !== undefined) view[name] = change[name];
}
