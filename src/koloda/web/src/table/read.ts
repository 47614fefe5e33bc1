/** What the board shows of a view's counters, chips and notes, in a reader's order. */
import type { GameInfo } from '../lib/net/api';
import type { Counter, Note, View } from '../lib/net/decode';
import { both } from '../lib/words/fluent';

/** How a counter is shown. */
export type Show =
  /** A number; among the seats it is left out while it is zero everywhere. */
  | 'number'
  /** A number that is shown even when it is zero everywhere. */
  | 'score'
  /** The value is a seat, and the mark is there. */
  | 'seat'
  /** 0 or 1: a mark where it is 1. */
  | 'flag'
  /** How many cards somebody has: the picture tells it where the owner has a zone. */
  | 'cards'
  /** Only its owner is shown it. */
  | 'own'
  /** A round chip with the number on it. */
  | 'chip'
  /** A number k: the chips of the k-th kind are in play. */
  | 'chip-round';

export interface Badge {
  name: string;
  label: string;
  text: string;
  /** How much of the goal is reached, 0 to 1. */
  part: number | null;
  /** A mark that one seat has: its name says all. */
  mark: boolean;
}

export interface Chip {
  colour: string;
  n: number;
  current: boolean;
}

const CHIP_COLOURS = ['white', 'yellow', 'orange', 'red'];
const SHOWN: Record<string, Show> = {
  points: 'score',
  cards: 'cards',
  touched: 'own',
  ready: 'flag',
  first: 'flag',
  low: 'flag',
};

/** How this game shows a counter. Until games declare this, all knowledge of names is here. */
export function counterShow(game: GameInfo, counter: Counter): Show {
  const { name, owner } = counter;
  if (name === 'dealer') return owner === null ? 'seat' : 'flag';
  if (hasChips(game) && owner !== null && CHIP_COLOURS.includes(name)) return 'chip';
  if (hasChips(game) && name === 'round') return 'chip-round';
  return SHOWN[name] ?? 'number';
}

/** The kinds of chips in the order in which they come into play: their counters and colours. */
function chipKinds(game: GameInfo): { name: string; colour: string }[] {
  return hasChips(game) ? CHIP_COLOURS.map((colour) => ({ name: colour, colour })) : [];
}

/** Whether notes of this kind say that their seat is out, of the round or of the match. */
function meansOut(_game: GameInfo, kind: string): boolean {
  return kind.startsWith('is-out');
}

export function hasChips(game: GameInfo): boolean {
  return Object.values(game.verbs).some((verb) => verb.args.includes('chip'));
}

/** The kind of chips that is in play. */
function currentChip(game: GameInfo, view: View): { name: string; colour: string } | undefined {
  const kinds = chipKinds(game);
  const round = view.counters.find((counter) => counterShow(game, counter) === 'chip-round')?.value ?? 1;
  return kinds[Math.min(kinds.length, Math.max(1, round)) - 1];
}

export const chipColour = (game: GameInfo, view: View): string => currentChip(game, view)?.colour ?? '';

export function chipsOf(game: GameInfo, view: View, seat: number): Chip[] {
  const current = currentChip(game, view);
  return chipKinds(game).flatMap(({ name, colour }) => {
    const n = view.counters.find((counter) => counter.name === name && counter.owner === seat)?.value ?? 0;
    return n > 0 ? [{ colour, n, current: name === current?.name }] : [];
  });
}

/** The chips of this round that nobody holds. */
export function chipsInTheMiddle(game: GameInfo, view: View, seats: number): Chip[] {
  const kind = currentChip(game, view);
  if (!kind || view.result) return [];
  const held = new Set(
    view.counters.filter(({ name, owner }) => name === kind.name && owner !== null).map(({ value }) => value),
  );
  return Array.from({ length: seats }, (_, at) => at + 1)
    .filter((n) => !held.has(n))
    .map((n) => ({ colour: kind.colour, n, current: true }));
}

/** The badges of a seat, or of the middle (null); `you`: the seat is the reader's own. */
export function badgesOf(game: GameInfo, view: View, seat: number | null, you = false): Badge[] {
  return view.counters.flatMap((counter) => badgeOf(game, view, counter, seat, you) ?? []);
}

function badgeOf(game: GameInfo, view: View, counter: Counter, seat: number | null, you: boolean): Badge | null {
  const { name, owner, value, goal } = counter;
  const show = counterShow(game, counter);
  const label = game.counters[name] ? both(game.counters[name]) : name;
  const mark: Badge = { name, label, text: '', part: null, mark: true };
  if (show === 'seat') return value === seat ? mark : null;
  if (owner !== seat) return null;
  if (owner !== null) {
    if (show === 'flag') return value === 1 ? mark : null;
    if (show === 'chip' || (show === 'own' && !you)) return null;
    if (show === 'cards' && view.zones.some((zone) => zone.owner === owner)) return null;
    if (show !== 'score' && goal === null && isZeroForAll(view, name)) return null;
  }
  const part = goal !== null && goal > 0 ? Math.max(0, Math.min(1, value / goal)) : null;
  return { name, label, text: goal === null ? String(value) : `${value} / ${goal}`, part, mark: false };
}

const isZeroForAll = (view: View, name: string): boolean =>
  view.counters.every((counter) => counter.name !== name || counter.value === 0);

/** In a turn where everybody may act: whether all seats but this one have said that they are ready. */
export function waitsFor(game: GameInfo, view: View, seat: number): boolean {
  const flags = view.counters.filter((counter) => counter.owner !== null && counterShow(game, counter) === 'flag');
  return [...new Set(flags.map((flag) => flag.name))].some((name) => {
    const same = flags.filter((flag) => flag.name === name);
    return same.length > 1 && same.every(({ owner, value }) => (owner === seat) !== (value === 1));
  });
}

/** Out of the round or of the match. */
export const isOut = (game: GameInfo, view: View, seat: number): boolean =>
  !view.result && view.notes.some((note) => note.seat === seat && meansOut(game, note.kind));

export function notesOf(view: View, seat: number | null): Note[] {
  return view.notes.filter((note) => note.seat === seat);
}
