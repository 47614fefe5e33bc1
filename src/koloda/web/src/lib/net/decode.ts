/** Turns the wire's tuples into objects with named fields. No other module knows the positions. */
import { type Moves, NO_MOVES } from './follow';
import type {
  ChangeOfHands,
  Face,
  FullView,
  Kind,
  LogLine,
  Undone,
  WireCounter,
  WireLabel,
  WireNote,
  WireZone,
} from './protocol';

/** A place for cards; a closed card's face is null. */
export interface Zone {
  /** Name, owner and slot in one text: the same place has the same key in every view. */
  key: string;
  name: string;
  owner: number | null;
  slot: number | null;
  look: string;
  faces: Face[];
  /** Which card each one is, so that it can be followed to the next view. */
  ids: number[];
}

/** A number on the table; `goal` is where it matters. */
export interface Counter {
  name: string;
  owner: number | null;
  value: number;
  goal: number | null;
}

/** A sentence of the game: its id and its arguments. `cards` null: closed to this reader. */
export interface Note {
  kind: string;
  seat: number | null;
  other: number | null;
  cards: Face[] | null;
  n: number;
  word: string;
}

/** A number or a word beside the zone of this key. */
export interface Label {
  key: string;
  note: Note;
}

/** What the log says about one move. */
export interface LogEntry {
  n: number;
  notes: Note[];
  /** The seats that a bot has moved for here, in the place of their person. */
  bots: number[];
}

/** Moves that were taken back: after which move, by which seat, and what was told of them. */
export interface TakenBack {
  after: number;
  seat: number;
  lines: LogEntry[];
}

/** How a match ended. */
export interface Result {
  scores: number[];
  winners: number[];
  losers: number[];
  places: number[];
}

/** What one seat (or a watcher) sees of the table after `n` moves. */
export interface View {
  n: number;
  kind: Kind;
  turn: number[];
  phase: string;
  zones: Zone[];
  /** How the cards have moved since the previous view. */
  moves: Moves;
  counters: Counter[];
  legal: string[];
  chosen: string | null;
  notes: Note[];
  log: Note[];
  chat: boolean;
  result: Result | null;
  /** In milliseconds since 1970 by the server's clock; 0: there is none. */
  deadline: number;
  labels: Label[];
  /** What is asked of me, where the sentence of the phase does not say it. */
  ask: Note | null;
  /** The seats that a bot has moved for in the move that was told last, in the place of their person. */
  bots: number[];
  /** In a replay: what was tried from here and taken back. */
  undone: TakenBack[];
  /** In a replay: the seats that change hands here. */
  hands: ChangeOfHands[];
}

export function decodeView(wire: FullView): View {
  return {
    n: wire.n,
    kind: wire.kind,
    turn: wire.turn,
    phase: wire.phase,
    zones: wire.zones.map(decodeZone),
    moves: NO_MOVES,
    counters: wire.counters.map(decodeCounter),
    legal: wire.legal,
    chosen: wire.chosen,
    notes: wire.notes.map(decodeNote),
    log: wire.log.map(decodeNote),
    chat: wire.chat,
    result: decodeResult(wire.result),
    deadline: wire.deadline ?? 0,
    labels: (wire.labels ?? []).map(decodeLabel),
    ask: wire.ask ? decodeNote(wire.ask) : null,
    bots: wire.bots ?? [],
    undone: (wire.undone ?? []).map(decodeUndone),
    hands: wire.hands ?? [],
  };
}

const keyOf = (name: string, owner: number | null, slot: number | null): string =>
  `${name}/${owner ?? ''}/${slot ?? ''}`;

export function decodeZone([name, owner, slot, look, cards]: WireZone): Zone {
  return { key: keyOf(name, owner, slot), name, owner, slot, look, faces: decodeCards(cards), ids: [] };
}

/** When all cards are closed, the wire carries only how many there are. */
export function decodeCards(cards: Face[] | number): Face[] {
  return typeof cards === 'number' ? new Array<Face>(cards).fill(null) : cards;
}

export function decodeCounter([name, owner, value, goal]: WireCounter): Counter {
  return { name, owner, value, goal };
}

export function decodeNote([kind, seat = null, other = null, cards = [], n = 0, word = '']: WireNote): Note {
  return { kind, seat, other, cards, n, word };
}

export function decodeLabel([zone, owner, slot, note]: WireLabel): Label {
  return { key: keyOf(zone, owner, slot), note: decodeNote(note) };
}

export function decodeLogLine([n, notes, bots]: LogLine): LogEntry {
  return { n, notes: notes.map(decodeNote), bots: bots ?? [] };
}

export function decodeUndone([, after, seat, lines]: Undone): TakenBack {
  return { after, seat, lines: lines.map(decodeLogLine) };
}

/** The result in a record or a view; null while the match goes on. */
export function decodeResult(result: unknown): Result | null {
  if (!result || typeof result !== 'object') return null;
  const told = result as Partial<Result>;
  return {
    scores: told.scores ?? [],
    winners: told.winners ?? [],
    losers: told.losers ?? [],
    places: told.places ?? [],
  };
}
