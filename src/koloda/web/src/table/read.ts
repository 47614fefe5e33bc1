/** What the board shows of a view's counters, chips and notes, in a reader's order. */
import type { Counter, Note, View } from '../lib/net/decode';
import type { CounterInfo, CounterShow, GameInfo } from '../lib/net/protocol';
import { both } from '../lib/words/fluent';
import { numberText } from '../lib/words/format';

export interface Badge {
  name: string;
  label: string;
  value: number;
  goal: number | null;
  /** How much of the goal is reached, 0 to 1. */
  part: number | null;
  /** A mark that one seat has: its name says all. */
  mark: boolean;
}

/** A number that is pegged along a path. */
export interface Track {
  name: string;
  label: string;
  goal: number;
  pegs: { seat: number; value: number }[];
}

export interface Chip {
  name: string;
  label: string;
  colour: string;
  n: number;
  current: boolean;
}

const showOf = (game: GameInfo, counter: Counter): CounterShow => game.counters[counter.name]?.show ?? 'number';

/** A kind of chips: its counter, and that counter's declaration. */
type ChipKind = [name: string, info: CounterInfo];

/** The kinds of chips in the order in which they come into play. */
export const chipKindsOf = (game: GameInfo): ChipKind[] =>
  Object.entries(game.counters).filter(([, info]) => info.show === 'chip');

export const hasChips = (game: GameInfo): boolean => chipKindsOf(game).length > 0;

/** The kind of chips that is in play. */
function currentKind(game: GameInfo, view: View): ChipKind | undefined {
  const kinds = chipKindsOf(game);
  const round = view.counters.find((counter) => showOf(game, counter) === 'chip-round')?.value ?? 1;
  return kinds[Math.min(kinds.length, Math.max(1, round)) - 1];
}

export function chipsOf(game: GameInfo, view: View, seat: number): Chip[] {
  const current = currentKind(game, view)?.[0];
  return chipKindsOf(game).flatMap(([name, info]) => {
    const n = view.counters.find((counter) => counter.name === name && counter.owner === seat)?.value ?? 0;
    return n > 0 ? [{ name, label: both(info.names), colour: info.colour, n, current: name === current }] : [];
  });
}

/** The chips of this round that nobody holds; of each kind there is one for every seat. */
export function chipsInTheMiddle(game: GameInfo, view: View, seats: number): Chip[] {
  const kind = currentKind(game, view);
  if (!kind || view.result) return [];
  const [name, info] = kind;
  const held = new Set(
    view.counters.filter((counter) => counter.name === name && counter.owner !== null).map(({ value }) => value),
  );
  return Array.from({ length: seats }, (_, at) => at + 1)
    .filter((n) => !held.has(n))
    .map((n) => ({ name, label: both(info.names), colour: info.colour, n, current: true }));
}

/** The badges of a seat, or of the middle (null); `you`: the seat is the reader's own. */
export function badgesOf(game: GameInfo, view: View, seat: number | null, you = false): Badge[] {
  return view.counters.flatMap((counter) => badgeOf(game, view, counter, seat, you) ?? []);
}

function badgeOf(game: GameInfo, view: View, counter: Counter, seat: number | null, you: boolean): Badge | null {
  const { name, owner, value, goal } = counter;
  const show = showOf(game, counter);
  const info = game.counters[name];
  const label = info ? both(info.names) : name;
  const mark: Badge = { name, label, value, goal: null, part: null, mark: true };
  if (show === 'seat') return value === seat ? mark : null;
  if (owner !== seat) return null;
  if (owner !== null) {
    if (show === 'flag' || show === 'ready') return value === 1 ? mark : null;
    if (show === 'chip' || (show === 'own' && !you)) return null;
    if (show === 'cards' && view.zones.some((zone) => zone.owner === owner)) return null;
    if (!SCORES.includes(show) && goal === null && isZeroForAll(view, name)) return null;
  }
  const part = goal !== null && goal > 0 ? Math.max(0, Math.min(1, value / goal)) : null;
  return { name, label, value, goal, part, mark: false };
}

const SCORES: CounterShow[] = ['score', 'track'];

/** Whether this number decides the match. */
export const isScore = (game: GameInfo, name: string): boolean =>
  SCORES.includes(game.counters[name]?.show ?? 'number');

/** What each seat has of the number that decides the match; null: there is none. */
export function scoresOf(game: GameInfo, view: View, seats: number): number[] | null {
  const name = Object.keys(game.counters).find((name) => SCORES.includes(game.counters[name]!.show));
  if (name === undefined) return null;
  const valueOf = (seat: number): number =>
    view.counters.find((counter) => counter.name === name && counter.owner === seat)?.value ?? 0;
  return Array.from({ length: seats }, (_, seat) => valueOf(seat));
}

/** The numbers that are pegged along a path up to a goal. */
export function tracksOf(game: GameInfo, view: View): Track[] {
  return Object.entries(game.counters).flatMap(([name, info]) => {
    const held = view.counters.filter((counter) => counter.name === name && counter.owner !== null);
    const goal = Math.max(0, ...held.map((counter) => counter.goal ?? 0));
    if (info.show !== 'track' || !goal) return [];
    return [{ name, label: both(info.names), goal, pegs: held.map(({ owner, value }) => ({ seat: owner!, value })) }];
  });
}

/** A badge's number as it is written; `value` may be on its way to the badge's own. */
export const badgeText = ({ goal }: Badge, value: number): string =>
  goal === null ? numberText(value) : `${numberText(value)} / ${goal}`;

const isZeroForAll = (view: View, name: string): boolean =>
  view.counters.every((counter) => counter.name !== name || counter.value === 0);

/** In a turn where everybody may act: whether all seats but this one have said that they are ready. */
export function waitsFor(game: GameInfo, view: View, seat: number): boolean {
  const ready = view.counters.filter((counter) => counter.owner !== null && showOf(game, counter) === 'ready');
  return ready.length > 1 && ready.every(({ owner, value }) => (owner === seat) !== (value === 1));
}

/** Out of the round or of the match. */
export const isOut = (game: GameInfo, view: View, seat: number): boolean =>
  !view.result && view.notes.some((note) => note.seat === seat && game.out_notes.includes(note.kind));

export function notesOf(view: View, seat: number | null): Note[] {
  return view.notes.filter((note) => note.seat === seat);
}
