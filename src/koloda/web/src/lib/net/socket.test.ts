import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { prefs } from '../state/prefs.svelte';
import { decodeNote } from './decode';
import type { ClientMessage, FullView, GameInfo, ServerMessage, TableInfo } from './protocol';
import { TableClient } from './socket.svelte';

vi.mock('./api', () => ({ me: () => Promise.resolve({}) }));

class FakeSocket {
  static OPEN = 1;
  static made: FakeSocket[] = [];
  readyState = 0;
  sent: ClientMessage[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: () => void;

  constructor(readonly url: string) {
    FakeSocket.made.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage);
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  tell(...messages: ServerMessage[]): void {
    for (const message of messages) this.onmessage?.({ data: JSON.stringify(message) });
  }
  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }
}

const TABLE: TableInfo = {
  t: 'table',
  id: 'T',
  code: 'ABCDE',
  game: 'pairs',
  seats: 2,
  options: {},
  status: 'playing',
  chairs: [],
  you: 0,
  host: true,
  open: true,
  watch: true,
  hints: true,
  join: 'now',
  clock: 0,
  watchers: 0,
  match: 'M',
  seal: { commitment: 'c'.repeat(64), stage: 'dealt', commits: ['', ''], nonces: ['', ''] },
};
const VIEW: FullView = {
  t: 'view',
  n: 3,
  kind: 'one',
  turn: [0],
  phase: 'round',
  zones: [['row', 0, null, 'row', [6]]],
  counters: [],
  legal: ['hit'],
  chosen: null,
  notes: [],
  log: [['hit', 0, null, [6], 0, '']],
  chat: true,
};

let client: TableClient;
const socket = (): FakeSocket => FakeSocket.made.at(-1) as FakeSocket;
const moves = (): ClientMessage[] => socket().sent.filter((message) => message.t === 'move');

async function arrive(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
  socket().open();
  socket().tell(TABLE, VIEW);
}

beforeEach(async () => {
  vi.useFakeTimers();
  FakeSocket.made = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('location', { protocol: 'http:', host: 'here' });
  vi.stubGlobal('document', { visibilityState: 'visible', addEventListener: vi.fn(), removeEventListener: vi.fn() });
  vi.stubGlobal('addEventListener', vi.fn());
  vi.stubGlobal('removeEventListener', vi.fn());
  client = new TableClient('T');
  await arrive();
});

afterEach(() => {
  client.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('hints', () => {
  const together: FullView = { ...VIEW, kind: 'together', turn: [0, 1], legal: ['bid 1', 'bid 2'] };
  const told = { t: 'hints' as const, n: 3, hints: [] };

  it('stay while only the others choose', () => {
    socket().tell(together, told, { ...together, n: 4, turn: [0], log: [] });
    expect(client.hints?.n).toBe(3);
    socket().tell({ ...together, n: 5, legal: [], log: [] });
    expect(client.hints).toBeNull();
  });

  it('go when there is another question', () => {
    socket().tell(together, told, { ...together, n: 4, zones: [['row', 0, null, 'row', [6, 7]]], log: [] });
    expect(client.hints).toBeNull();
    socket().tell({ ...VIEW, n: 5 }, { ...told, n: 5 }, { ...VIEW, n: 6 });
    expect(client.hints).toBeNull();
  });
});

describe('the table', () => {
  it('is told whole, and then by what differs from that', () => {
    socket().tell({ ...TABLE, paused: true });
    socket().tell({ t: 'table-change', now: { watchers: 2, you: null } });
    expect(client.table).toEqual({ ...TABLE, paused: true, watchers: 2, you: null });
    socket().tell({ t: 'table-change', now: { status: 'over' }, gone: ['paused'] });
    expect(client.table).toEqual({ ...TABLE, status: 'over' });
  });
  it('is asked for again where a change has nothing to differ from', () => {
    const lost = new TableClient('other');
    socket().open();
    socket().tell({ t: 'table-change', now: { watchers: 2 } });
    expect([lost.table, lost.status]).toEqual([null, 'lost']);
    lost.close();
  });
});

describe('the story of a move', () => {
  const change: ServerMessage = {
    t: 'change',
    n: 4,
    since: 3,
    log: [
      ['hit', 0, null, [6], 0, ''],
      ['deal', 0, null, [9], 0, ''],
    ],
    zones: [[0, [9]]],
    beats: [['land', 1, { more: [[0, [6]]] }]],
  };
  const told = (): ClientMessage[] => socket().sent.filter((message) => message.t === 'told');

  beforeEach(() => {
    prefs.speed = 'normal';
    client.game = { holds: { land: 700 } } as unknown as GameInfo;
    socket().tell(change);
  });

  it('is shown first, the log keeps up with it, and nobody can move meanwhile', async () => {
    expect(client.view).toMatchObject({ n: 3, legal: [], zones: [{ faces: [6, 6] }] });
    expect([client.log.at(-1)?.notes.length, told()]).toEqual([1, []]);
    await vi.advanceTimersByTimeAsync(700);
    expect(client.view).toMatchObject({ n: 4, legal: ['hit'], zones: [{ faces: [9] }] });
    expect([client.log.at(-1)?.notes.length, told()]).toEqual([2, [{ t: 'told', n: 4, hurry: false }]]);
  });

  it('is over when it is skipped', () => {
    client.story.skip();
    expect([client.view?.n, told().length]).toEqual([4, 1]);
  });

  it('is told at once to a reader in a hurry, who does not want to wait for bots either', async () => {
    prefs.speed = 'off';
    client.story.changePace();
    await vi.advanceTimersByTimeAsync(0);
    expect(told()).toEqual([{ t: 'told', n: 4, hurry: true }]);
    socket().tell({ t: 'change', n: 5, since: 4, log: [], legal: [] });
    socket().tell({ t: 'change', n: 6, since: 5, log: [] });
    await vi.advanceTimersByTimeAsync(100);
    expect(told().slice(1)).toEqual([{ t: 'told', n: 6, hurry: true }]);
    socket().tell({ t: 'change', n: 7, since: 6, log: [], legal: ['hit'] });
    await vi.advanceTimersByTimeAsync(100);
    expect(told()).toHaveLength(2);
  });

  it('does not delay what the next change is a difference from', async () => {
    socket().tell({ t: 'change', n: 5, since: 4, log: [], more: [[0, [2]]] });
    expect(client.view?.n).toBe(3);
    await vi.advanceTimersByTimeAsync(700);
    expect(client.view).toMatchObject({ n: 5, zones: [{ faces: [9, 2] }] });
  });
});

describe('a socket that was opened early', () => {
  const URL = 'ws://here/ws/T?log=1&seal=1&changes=1';
  const early = (url: string, state: number): FakeSocket => {
    const socket = new FakeSocket(url);
    socket.readyState = state;
    globalThis.early = {
      socket: socket as unknown as WebSocket,
      frames: [TABLE, VIEW].map((frame) => JSON.stringify(frame)),
      game: null,
    };
    return socket;
  };
  const another = (): TableClient => {
    client.close();
    return (client = new TableClient('T'));
  };

  it('is taken over with all it has heard', () => {
    const socket = early(URL, 1);
    expect([another().view?.n, client.status, FakeSocket.made.length]).toEqual([3, 'open', 2]);
    expect(socket.sent).toEqual([{ t: 'ping' }]);
    socket.tell({ t: 'change', n: 4, since: 3, log: [], legal: [] });
    expect(client.view?.n).toBe(4);
  });

  it('is taken once', async () => {
    early(URL, 1);
    another();
    socket().close();
    await vi.advanceTimersByTimeAsync(1000);
    expect([globalThis.early, FakeSocket.made.length]).toEqual([null, 3]);
  });

  it('may still be on its way', () => {
    const socket = early(URL, 0);
    globalThis.early!.frames = [];
    expect([another().status, socket.sent]).toEqual(['connecting', []]);
    socket.open();
    expect(socket.sent).toEqual([{ t: 'ping' }]);
  });

  it('is left alone when it is dead or goes elsewhere', () => {
    for (const [url, state] of [
      [URL, 3],
      ['ws://here/ws/other?log=1&seal=1&changes=1', 1],
    ] as const) {
      const socket = early(url, state);
      expect([another().view, socket.readyState]).toEqual([null, 3]);
    }
  });
});

describe('a table over a socket', () => {
  it('arrives with one view and nothing to animate', () => {
    expect(socket().url).toBe('ws://here/ws/T?log=1&seal=1&changes=1');
    expect([client.status, client.table?.code, client.view?.n, client.previous]).toEqual(['open', 'ABCDE', 3, null]);
    expect(client.log).toEqual([{ n: 3, notes: VIEW.log.map(decodeNote), bots: [] }]);
  });

  it('applies a change and keeps the view before', () => {
    socket().tell({ t: 'change', n: 4, since: 3, log: [], more: [[0, [7]]], legal: [] });
    expect(client.view?.zones[0]?.faces).toEqual([6, 7]);
    expect(client.previous?.n).toBe(3);
    expect(client.log).toHaveLength(1);
  });

  it('asks for everything anew when a change does not follow from its view', async () => {
    socket().tell({ t: 'change', n: 9, since: 8, log: [] });
    expect(client.status).toBe('lost');
    await vi.advanceTimersByTimeAsync(1000);
    expect(FakeSocket.made).toHaveLength(2);
    await arrive();
    expect([client.status, client.previous]).toEqual(['open', null]);
  });

  it('says a move again after a reconnect, with the same id, until it is answered', async () => {
    let done = false;
    void client.move('hit').then(() => (done = true));
    const [first] = moves();
    expect(first).toMatchObject({ t: 'move', match: 'M', n: 3, move: 'hit' });
    socket().close();
    expect(client.status).toBe('lost');
    await vi.advanceTimersByTimeAsync(1000);
    await arrive();
    expect(moves()).toEqual([first]);
    expect(done).toBe(false);
    socket().tell({ t: 'moved', id: (first as { id: string }).id, n: 4 });
    await vi.advanceTimersByTimeAsync(0);
    expect(done).toBe(true);
  });

  it('keeps a refusal, and the move is over', async () => {
    const answered = client.move('hit');
    const { id } = moves()[0] as { id: string };
    socket().tell({ t: 'refused', reason: 'stale', ru: 'Поздно.', en: 'Too late.', id });
    await answered;
    expect(client.refused?.reason).toBe('stale');
  });

  it('waits longer after every failure', async () => {
    socket().close();
    for (let second = 0; second < 6; second++) {
      await vi.advanceTimersByTimeAsync(1000);
      if (socket().readyState === 0) socket().close();
    }
    expect(FakeSocket.made.length).toBeGreaterThan(2);
    expect(FakeSocket.made.length).toBeLessThan(7);
  });

  it('goes for good when the server says so', async () => {
    socket().tell({ t: 'closing', reason: 'no-such-table', retry: 0, ru: 'Нет.', en: 'No.' });
    expect([client.status, client.farewell?.en]).toEqual(['closed', 'No.']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(FakeSocket.made).toHaveLength(1);
  });

  it('knows why the server has hung up until it is back', async () => {
    socket().tell({ t: 'closing', reason: 'too-many-sockets', retry: 5000, ru: 'Много.', en: 'Many.' });
    socket().close();
    expect([client.status, client.farewell?.en]).toEqual(['lost', 'Many.']);
    await vi.advanceTimersByTimeAsync(7000);
    socket().open();
    socket().tell(TABLE);
    expect([client.status, client.farewell]).toEqual(['open', null]);
  });

  for (const reason of ['moved', 'restart']) {
    it(`is not told of when the table has ${reason}`, async () => {
      void client.move('hit');
      socket().tell({ t: 'closing', reason, retry: 100, ru: 'Сейчас.', en: 'Soon.' });
      socket().close();
      expect([client.status, client.farewell]).toEqual(['open', null]);
      await vi.advanceTimersByTimeAsync(130);
      expect(FakeSocket.made.length).toBe(2);
      await arrive();
      expect(moves().length).toBe(1);
      await vi.advanceTimersByTimeAsync(3500);
      expect([client.status, client.farewell]).toEqual(['open', null]);
    });
  }

  it('is told of when that takes long', async () => {
    socket().tell({ t: 'closing', reason: 'moved', retry: 100, ru: 'Сейчас.', en: 'Soon.' });
    socket().close();
    await vi.advanceTimersByTimeAsync(2900);
    expect(client.status).toBe('open');
    await vi.advanceTimersByTimeAsync(200);
    expect([client.status, client.farewell?.en]).toEqual(['lost', 'Soon.']);
    await arrive();
    expect([client.status, client.farewell]).toEqual(['open', null]);
  });

  it('is tried anew when a move has no answer, and only then', async () => {
    void client.move('hit');
    await vi.advanceTimersByTimeAsync(3900);
    expect(FakeSocket.made.length).toBe(1);
    await vi.advanceTimersByTimeAsync(600);
    expect(FakeSocket.made.length).toBe(2);
    await arrive();
    expect(moves().length).toBe(1);
    const [sent] = moves();
    if (sent?.t === 'move') socket().tell({ t: 'moved', id: sent.id, n: 4 });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(FakeSocket.made.length).toBe(2);
  });

  it('forgets the match when the next one is about to be dealt', () => {
    socket().tell({
      ...TABLE,
      status: 'waiting',
      match: 'next',
      seal: { commitment: 'd', stage: 'open', commits: [] },
    });
    expect([client.view, client.log]).toEqual([null, []]);
  });

  it('shows nothing of one match in another, so that no move can be meant for the wrong one', async () => {
    socket().close();
    await vi.advanceTimersByTimeAsync(1000);
    socket().open();
    socket().tell({ ...TABLE, match: 'next' });
    expect(client.view).toBeNull();
    socket().tell({ ...VIEW, n: 0 });
    void client.move('hit');
    expect(moves()).toMatchObject([{ match: 'next', n: 0 }]);
  });

  it('keeps the view of the same match while it comes back', async () => {
    socket().close();
    await vi.advanceTimersByTimeAsync(1000);
    socket().open();
    socket().tell(TABLE);
    expect(client.view?.n).toBe(3);
  });

  it('does not listen to a socket it has left', async () => {
    const old = socket();
    old.close();
    await vi.advanceTimersByTimeAsync(1000);
    await arrive();
    old.tell({ ...VIEW, n: 99 });
    expect(client.view?.n).toBe(3);
  });

  it('learns at once how far the clock of the server is ahead', async () => {
    expect(socket().sent).toEqual([{ t: 'ping' }]);
    await vi.advanceTimersByTimeAsync(100);
    socket().tell({ t: 'pong', now: Date.now() + 5000 });
    expect(client.ahead).toBe(5050);
  });

  it('pings, and takes a silent connection for a dead one', async () => {
    await vi.advanceTimersByTimeAsync(4_000);
    expect(socket().sent).toEqual([{ t: 'ping' }, { t: 'ping' }]);
    socket().tell({ t: 'pong', now: 0 });
    const made = FakeSocket.made.length;
    await vi.advanceTimersByTimeAsync(6_000);
    expect(FakeSocket.made.length).toBe(made);
    await vi.advanceTimersByTimeAsync(6_000); // twelve seconds since it was heard last
    expect(FakeSocket.made.length).toBeGreaterThan(made);
  });
});
