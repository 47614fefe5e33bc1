/** What the board shows of a view's counters, chips and notes, in a reader's order. */
import type { GameInfo } from '../lib/api';
import type { FullView, WireCounter, WireNote } from '../lib/protocol';
import { both } from '../lib/words.svelte';

export interface Badge {
  name: string;
  label: string;
  text: string;
  /** How much of the goal is reached, 0 to 1. */
  part: number | null;
  /** A mark that one seat has: its name says all. */
  mark: boolean;
}

/** Chips of The Gang: counters named by colour, one colour a round, and the counter `round` tells which is in play. */
export const CHIP_COLOURS = ['white', 'yellow', 'orange', 'red'];

export interface Chip {
  colour: string;
  n: number;
  current: boolean;
}

export function hasChips(game: GameInfo): boolean {
  return Object.values(game.verbs).some((verb) => verb.args.includes('chip'));
}

export function chipColour(view: FullView): string {
  const round = view.counters.find((counter) => counter[0] === 'round')?.[2] ?? 1;
  return CHIP_COLOURS[Math.min(CHIP_COLOURS.length, Math.max(1, round)) - 1] as string;
}

export function chipsOf(game: GameInfo, view: FullView, seat: number): Chip[] {
  if (!hasChips(game)) return [];
  const now = chipColour(view);
  return CHIP_COLOURS.flatMap((colour) => {
    const n = view.counters.find((c) => c[0] === colour && c[1] === seat)?.[2] ?? 0;
    return n > 0 ? [{ colour, n, current: colour === now }] : [];
  });
}

/** The chips of this round that nobody holds. */
export function chipsInTheMiddle(game: GameInfo, view: FullView, seats: number): Chip[] {
  if (!hasChips(game) || view.result) return [];
  const colour = chipColour(view);
  const held = new Set(view.counters.filter((c) => c[0] === colour && c[1] !== null).map((c) => c[2]));
  return Array.from({ length: seats }, (_, at) => at + 1)
    .filter((n) => !held.has(n))
    .map((n) => ({ colour, n, current: true }));
}

/** A table's counter whose value is a seat: who deals is a mark of that seat. */
const isSeatMark = (counter: WireCounter): boolean => counter[0] === 'dealer' && counter[1] === null;

/** What the picture tells already (how many cards lie there), or what concerns only its owner (his own share of a limit). */
function isTold(view: FullView, [name, owner]: WireCounter, you: boolean): boolean {
  if (owner === null) return false;
  return name === 'cards' ? view.zones.some((zone) => zone[1] === owner) : name === 'touched' && !you;
}

export function badgesOf(game: GameInfo, view: FullView, seat: number | null, seats: number, you = false): Badge[] {
  const chips = hasChips(game);
  const badges: Badge[] = [];
  for (const counter of view.counters) {
    const [name, owner, value, goal] = counter;
    const label = game.counters[name] ? both(game.counters[name].names) : name;
    if (isSeatMark(counter)) {
      if (value === seat) badges.push({ name, label, text: '', part: null, mark: true });
      continue;
    }
    if (owner !== seat || (chips && CHIP_COLOURS.includes(name)) || isTold(view, counter, you)) continue;
    const same = view.counters.filter((c) => c[0] === name);
    const mark = owner !== null && value === 1 && goal === null && (same.length < seats && same.length === 1 || isFlag(name, same));
    if (owner !== null && goal === null && !mark && name !== 'points' && same.every((c) => c[2] === 0)) continue;
    if (owner !== null && isFlag(name, same) && value === 0) continue;
    const part = goal !== null && goal > 0 ? Math.max(0, Math.min(1, value / goal)) : null;
    badges.push({ name, label, text: goal === null ? String(value) : `${value} / ${goal}`, part, mark });
  }
  return badges;
}

const isFlag = (name: string, same: WireCounter[]): boolean =>
  name === 'ready' && same.every((counter) => counter[2] === 0 || counter[2] === 1);

/** In a turn where all may act at will: whether everybody but this seat has said that he is content. */
export function waitsFor(view: FullView, seat: number): boolean {
  const ready = view.counters.filter((counter) => counter[0] === 'ready' && counter[1] !== null);
  return ready.length > 1 && isFlag('ready', ready) && ready.every((counter) => (counter[1] === seat) !== (counter[2] === 1));
}

/** Out of the round or of the match: a note that stands says so, and its kind begins with these words in every game. */
export const isOut = (view: FullView, seat: number): boolean =>
  !view.result && view.notes.some(([kind, whose]) => kind.startsWith('is-out') && whose === seat);

export function notesOf(view: FullView, seat: number | null): WireNote[] {
  return view.notes.filter((note) => (note[1] ?? null) === seat);
}
