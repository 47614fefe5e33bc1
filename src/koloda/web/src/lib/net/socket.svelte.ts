import { Notebook } from '../seal/notebook';
import { me } from './api';
import { prefs } from '../state/prefs.svelte';
import { storyOf } from '../story/pictures';
import { type Shown, SPEEDS, StoryPlayer } from '../story/player.svelte';
import { applyChange, withEntry } from './apply';
import { decodeLogLine, decodeUndone, decodeView, type LogEntry, type TakenBack, type View } from './decode';
import { takeEarly } from './early';
import { followCards } from './follow';
import type {
  AtDoor,
  ClientMessage,
  Closing,
  FullView,
  GameInfo,
  Hints,
  HouseWord,
  Move,
  Nudged,
  Refused,
  Reported,
  Said,
  ServerMessage,
  TableChange,
  TableInfo,
  ViewChange,
  WireBeat,
} from './protocol';

export type Status = 'connecting' | 'open' | 'lost' | 'closed';

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 8000;
/** A cable that is pulled says no goodbye: both together are how long that may go unnoticed. */
const PING_EVERY_MS = 3_500;
const LONGEST_SILENCE_MS = 7_500;
const BUSY_WAIT_MS = 1000;
/** Another server has the table now, or soon: nobody need hear of it if that takes no longer. */
const HOP_REASONS = ['moved', 'restart'];
const QUIET_HOP_MS = 3000;
/** A server that does not answer a move for so long may stand still: then another connection is tried. */
const LONGEST_ANSWER_MS = 4000;
const MAX_CHAT_LINES = 200;
/** Of numbers for the deal: nobody has done anything wrong, and the seal tells what came of it. */
const QUIET_REASONS = ['sealed', 'committed', 'late-number'];
/** Where the table is quicker than that, nobody need be told that the reader is in a hurry. */
const HURRY_AFTER_MS = 60;

interface Pending {
  message: Move;
  done: () => void;
}

/** One table over one socket, which reconnects by itself. Everything that changes is state. */
export class TableClient {
  table: TableInfo | null = $state.raw(null);
  /** Tells what happens. The log, the hints and everything else that is shown keep up with it. */
  readonly story = new StoryPlayer({ holds: () => this.game?.holds ?? {}, speed: () => prefs.speed }, (n) =>
    this.tellTold(n),
  );
  log: LogEntry[] = $state.raw([]);
  /** What was taken back in this match, in that order. */
  undone: TakenBack[] = $state.raw([]);
  said: Said[] = $state.raw([]);
  /** The last line that was said before we came. */
  saidBefore: Said | undefined = $state.raw();
  hints: Hints | null = $state.raw(null);
  past: View | null = $state.raw(null);
  refused: Refused | null = $state.raw(null);
  status: Status = $state('connecting');
  /** Why the server hung up, for now or for good; null while we are connected, and where it said nothing. */
  farewell: Closing | null = $state.raw(null);
  /** What the host of the site has to say to all. */
  word: HouseWord | null = $state.raw(null);
  /** Where we wait until the host lets us in; null: we are inside. */
  atDoor: AtDoor | null = $state.raw(null);
  /** The last reminder that the table waits for us. */
  nudged: Nudged | null = $state.raw(null);
  /** The last report that has been taken. */
  reported: Reported | null = $state.raw(null);
  /** How far the server's clock is ahead of ours, in milliseconds. Deadlines are given by the server's clock. */
  ahead = $state(0);

  /** The server has shown something else of the present deal's seal than before. */
  contradicted = $state(false);

  /** What this page keeps of the deals, to check them later. */
  readonly notebook = new Notebook();
  /** The table's game, once it is known. */
  game: GameInfo | null = null;
  /** The newest view. The story may still be on its way to it. */
  private newest: View | null = null;

  private socket: WebSocket | null = null;
  private pending = new Map<string, Pending>();
  private wait = FIRST_WAIT_MS;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private hopping: ReturnType<typeof setTimeout> | undefined;
  private unanswered: ReturnType<typeof setTimeout> | undefined;
  private hurrying: ReturnType<typeof setTimeout> | undefined;
  private ping: ReturnType<typeof setInterval> | undefined;
  /** The last whole table, from which changes differ. */
  private whole: TableInfo | null = null;
  private heard = 0;
  private asked = 0;
  private fresh = true;

  constructor(readonly id: string) {
    this.story.listen((shown) => this.follow(shown));
    addEventListener('online', this.hurry);
    document.addEventListener('visibilitychange', this.hurry);
    this.connect();
  }

  /** What is on the table for the reader. */
  get view(): View | null {
    return this.story.view;
  }

  /** The previous view, for animations; null after arriving or reconnecting, when nothing should be animated. */
  get previous(): View | null {
    return this.story.previous;
  }

  /** Send a message now. While the connection is down, only moves are kept for later. */
  send(message: ClientMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Make a move. Resolves when the server has answered, even over a new connection; a refusal is in `refused`. */
  move(text: string): Promise<void> {
    const message: Move = {
      t: 'move',
      id: newId(),
      match: this.table?.match ?? '',
      n: this.view?.n ?? 0,
      move: text,
      takes: this.table?.takes ?? 0,
    };
    this.refused = null;
    return new Promise((done) => {
      this.pending.set(message.id, { message, done });
      this.send(message);
      this.awaitAnswer();
    });
  }

  private awaitAnswer(): void {
    clearTimeout(this.unanswered);
    if (!this.pending.size) return;
    this.unanswered = setTimeout(() => {
      if (this.status === 'open' && Date.now() - this.heard >= LONGEST_ANSWER_MS) this.again();
    }, LONGEST_ANSWER_MS);
  }

  /** Leave for good. */
  close(): void {
    this.status = 'closed';
    clearTimeout(this.hopping);
    clearTimeout(this.unanswered);
    this.notebook.save();
    removeEventListener('online', this.hurry);
    document.removeEventListener('visibilitychange', this.hurry);
    this.letGo();
    this.story.stop();
    for (const { done } of this.pending.values()) done();
    this.pending.clear();
  }

  private connect(): void {
    this.letGo();
    const early = takeEarly(address(this.id));
    const socket = early?.socket ?? new WebSocket(address(this.id));
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => this.opened();
    socket.onmessage = (event) => {
      if (socket === this.socket) this.receive(event.data as string | ArrayBuffer);
    };
    socket.onclose = () => this.lost(socket);
    this.socket = socket;
    if (!early) return;
    this.game = early.game;
    if (socket.readyState === WebSocket.OPEN) this.opened();
    for (const frame of early.frames) this.receive(frame);
  }

  private opened(): void {
    this.fresh = true;
    this.heard = Date.now();
    clearInterval(this.ping);
    this.ping = setInterval(() => this.beat(), PING_EVERY_MS);
    this.askTime();
    for (const { message } of this.pending.values()) this.send(message);
  }

  private beat(): void {
    if (this.asked > this.heard && Date.now() - this.heard > LONGEST_SILENCE_MS) this.again();
    else this.askTime();
  }

  private askTime(): void {
    this.asked = Date.now();
    this.send({ t: 'ping' });
  }

  private hurry = (): void => {
    if (document.visibilityState !== 'visible' || this.status === 'closed') return;
    if (this.status === 'lost') this.connect();
    else if (Date.now() - this.heard > PING_EVERY_MS) this.beat();
  };

  private lost(socket: WebSocket): void {
    if (socket !== this.socket || this.status === 'closed') return;
    this.letGo();
    this.later();
  }

  private later(): void {
    if (this.status === 'closed') return;
    if (!this.hopping) this.status = 'lost';
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(LONGEST_WAIT_MS, this.wait * 2);
  }

  /** Drop the connection and make a new one; its first view is a whole one. */
  private again(): void {
    this.letGo();
    this.later();
  }

  private letGo(): void {
    clearTimeout(this.hurrying);
    clearInterval(this.ping);
    clearTimeout(this.timer);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  private receive(data: string | ArrayBuffer): void {
    this.heard = Date.now();
    this.take(JSON.parse(typeof data === 'string' ? data : new TextDecoder().decode(data)) as ServerMessage);
  }

  private take(message: ServerMessage): void {
    switch (message.t) {
      case 'table':
        return this.takeTable((this.whole = message));
      case 'table-change':
        return this.whole ? this.takeTable(withChange(this.whole, message)) : this.again();
      case 'view':
        return this.takeView(message);
      case 'change':
        return this.takeChange(message);
      case 'moved':
        return this.answered(message.id);
      case 'refused':
        return this.takeRefused(message);
      case 'said':
        this.said = [...this.said, message].slice(-MAX_CHAT_LINES);
        return;
      case 'chat':
        this.said = message.lines;
        this.saidBefore = message.lines.at(-1);
        return;
      case 'at-door':
        this.atDoor = message;
        this.status = 'open';
        this.farewell = null;
        return;
      case 'nudged':
        this.nudged = message;
        return;
      case 'reported':
        this.reported = message;
        return;
      case 'hints':
        this.hints = message;
        return;
      case 'past':
        this.past = followCards(decodeView(message.view), this.view);
        return;
      case 'log':
        this.notebook.takeLog(message.lines, message.undone ?? []);
        this.undone = (message.undone ?? []).map(decodeUndone);
        this.log = message.lines.map(decodeLogLine).filter((entry) => entry.notes.length);
        return;
      case 'house':
        this.word = message.en ? message : null;
        return;
      case 'closing':
        return this.takeClosing(message);
      case 'pong':
        this.ahead = message.now - (this.asked + Date.now()) / 2;
        return;
    }
  }

  private takeTable(table: TableInfo): void {
    this.status = 'open';
    clearTimeout(this.hopping);
    this.hopping = undefined;
    this.farewell = this.atDoor = null;
    this.wait = FIRST_WAIT_MS;
    const another = table.match !== this.table?.match;
    this.table = table;
    const answer = this.notebook.takeTable(table);
    if (answer) this.send(answer);
    this.contradicted = this.notebook.contradicted;
    if (table.status === 'waiting' || another) {
      this.story.show(null);
      this.newest = this.past = this.hints = null;
      this.log = [];
      this.undone = [];
    }
  }

  private takeView(message: FullView): void {
    const rewound = message.n < (this.newest?.n ?? -1); // a move was taken back: there is no way there to be shown
    const before = this.fresh || rewound ? null : this.newest;
    this.fresh = false;
    if (rewound) this.past = this.hints = null;
    this.notebook.takeView(message);
    this.contradicted = this.notebook.contradicted;
    this.tell(decodeView(message), before, message.beats);
  }

  private takeChange(change: ViewChange): void {
    const before = this.newest;
    if (!before || before.n !== (change.since ?? change.n - 1)) return this.again();
    try {
      this.tell(applyChange(before, change), before, change.beats);
      this.notebook.takeChange(change);
    } catch {
      this.again();
    }
  }

  private tell(view: View, before: View | null, beats: WireBeat[] | undefined): void {
    const story = storyOf(before, view, beats);
    this.newest = story.final;
    if (before) return this.story.queue(story);
    this.story.show(story.final);
    this.follow({ n: view.n, picture: null, view: story.final, notes: view.log });
  }

  /** Something has come on the table. */
  private follow({ n, picture, view }: Shown): void {
    this.log = withEntry(this.log, n, view.log, view.bots);
    if (!picture && !this.story.pictures.length) this.hurryBots(n);
    if (picture || this.hints?.n === n) return;
    if (!sameQuestion(this.story.previous, view)) this.hints = null;
  }

  private tellTold(n: number): void {
    this.send({ t: 'told', n, hurry: isHurried() });
  }

  /** A reader in a hurry does not want to wait for bots that seem to think. */
  private hurryBots(n: number): void {
    clearTimeout(this.hurrying);
    if (!isHurried()) return;
    this.hurrying = setTimeout(() => {
      if (this.newest?.n === n && !this.newest.legal.length && !this.newest.result) this.tellTold(n);
    }, HURRY_AFTER_MS);
  }

  private takeRefused(message: Refused): void {
    if (QUIET_REASONS.includes(message.reason)) return;
    this.refused = message;
    if (message.id) this.answered(message.id);
    else if (message.reason === 'busy') setTimeout(() => this.resend(), BUSY_WAIT_MS);
  }

  private resend(): void {
    for (const { message } of this.pending.values()) this.send(message);
  }

  private answered(id: string): void {
    this.pending.get(id)?.done();
    this.pending.delete(id);
    this.awaitAnswer();
  }

  private takeClosing(message: Closing): void {
    if (message.reason === 'no-cookie') {
      me(true).catch(() => undefined);
      return;
    }
    if (HOP_REASONS.includes(message.reason) && this.table) this.hop(message);
    else this.farewell = message;
    if (message.retry === 0) this.close();
    else this.wait = message.retry ?? this.wait;
  }

  /** The table goes on elsewhere; the reader hears of it only if that takes a while. */
  private hop(message: Closing): void {
    this.hopping ??= setTimeout(() => {
      this.hopping = undefined;
      if (this.status === 'closed') return;
      this.farewell = message;
      this.status = 'lost';
    }, QUIET_HOP_MS);
  }
}

const isHurried = (): boolean => SPEEDS[prefs.speed] <= SPEEDS.fast;

/** Whether only other seats have chosen since: then the hints still hold until new ones come. */
function sameQuestion(before: View | null, now: View): boolean {
  const asked = ({ kind, phase, legal, zones }: View): string =>
    JSON.stringify([kind, phase, legal, zones.map(({ key, faces }) => [key, faces])]);
  return before?.kind === 'together' && now.legal.length > 0 && asked(before) === asked(now);
}

function withChange(whole: TableInfo, { now = {}, gone = [] }: TableChange): TableInfo {
  const kept = Object.entries(whole).filter(([name]) => !gone.includes(name));
  return { ...Object.fromEntries(kept), ...now } as unknown as TableInfo;
}

function address(id: string): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}/ws/${encodeURIComponent(id)}?log=1&seal=1&changes=1`;
}

function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(36)).join('');
}
