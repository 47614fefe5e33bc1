/** The prompt's logic: moves are texts, a click narrows them. It knows no game, only the kinds of arguments. */
import type { Chair, Face } from '../lib/net/protocol';
import { isWholeCard, means, tokensOf } from '../lib/words/faces';

export interface VerbArgs {
  args: string[];
  auto?: boolean;
  assent?: boolean;
}

/** A legal move taken apart. `values` has its plain arguments by kind ('seat', 'number', 'number2'…). */
export interface Parsed {
  text: string;
  verb: string;
  zone: string;
  shape: 'none' | 'card' | 'cards' | 'order';
  cards: string[];
  values: Record<string, string>;
}

/** A card on the table that was clicked. */
export interface Chosen {
  zone: string;
  owner: number | null;
  index: number;
  face: Face;
}

/** What has been clicked so far. */
export interface Selection {
  verb: string | null;
  cards: Chosen[];
  values: Record<string, string>;
}

export const NOTHING: Selection = { verb: null, cards: [], values: {} };

/** Take a move apart by its verb's kinds of arguments. */
export function parse(text: string, verbs: Record<string, VerbArgs>): Parsed {
  const [verb = '', ...tokens] = text.split(' ');
  const parsed: Parsed = { text, verb, zone: '', shape: 'none', cards: [], values: {} };
  const kinds = verbs[verb]?.args ?? [];
  kinds.forEach((kind, at) => {
    const [shape = '', zone = ''] = kind.split('@');
    if (shape === 'card' || shape === 'cards' || shape === 'order') {
      parsed.zone = zone;
      parsed.shape = shape;
      const later = kinds.length - at - 1;
      const count = shape === 'card' ? Math.min(1, tokens.length) : Math.max(0, tokens.length - later);
      parsed.cards = tokens.splice(0, count);
    } else if (tokens.length > 0) {
      parsed.values[freeKey(parsed.values, shape)] = tokens.shift() as string;
    }
  });
  return parsed;
}

/** Whether all that I may do is to agree to go on, and everybody else is a bot: there is nobody to wait for. */
export function assentsAmongBots(
  legal: string[],
  verbs: Record<string, VerbArgs>,
  chairs: Pick<Chair, 'kind'>[],
  you: number | null,
): boolean {
  const [move = '', ...others] = legal;
  if (others.length || !verbs[move]?.assent) return false;
  return chairs.every(({ kind }, seat) => seat === you || kind === 'bot');
}

function freeKey(values: Record<string, string>, kind: string): string {
  let key = kind;
  for (let n = 2; key in values; n++) key = `${kind}${n}`;
  return key;
}

/** The move's cards that are not chosen yet; null if a chosen card is not one of them. */
export function remaining(move: Parsed, chosen: Chosen[]): string[] | null {
  const left = [...move.cards];
  for (const card of chosen) {
    if (card.zone !== move.zone) return null;
    let at = left.indexOf(String(card.face));
    if (at < 0) at = left.findIndex((token) => means(token, card.face));
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

/** The moves that are still possible after what was clicked. */
export function narrow(moves: Parsed[], selection: Selection): Parsed[] {
  const values = Object.entries(selection.values);
  return moves.filter(
    (move) =>
      (selection.verb === null || move.verb === selection.verb) &&
      values.every(([kind, value]) => move.values[kind] === value) &&
      (selection.cards.length === 0 || remaining(move, selection.cards) !== null),
  );
}

/** The moves that are complete. */
export function complete(moves: Parsed[], selection: Selection): Parsed[] {
  const said = Object.keys(selection.values).length;
  return narrow(moves, selection).filter(
    (move) =>
      move.shape !== 'order' &&
      move.cards.length === selection.cards.length &&
      Object.keys(move.values).length === said,
  );
}

/** The move that is begun, as text, if only more cards are missing: the server can tell why it is none. */
export function attempt(candidates: Parsed[], selection: Selection): string | null {
  const [move] = candidates;
  if (!move || selection.cards.length === 0) return null;
  if (Object.keys(move.values).some((kind) => !(kind in selection.values))) return null;
  const left = remaining(move, selection.cards) ?? [];
  const chosen = move.cards.filter((token) => {
    const at = left.indexOf(token);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return written(move, chosen);
}

/** The move that somebody means who clicks a card that cannot be chosen; `held`: all cards beside it. */
export function attemptWith(moves: Parsed[], selection: Selection, card: Chosen, held: Face[]): string | null {
  const [move] = [...narrow(moves, selection), ...moves];
  if (!move || card.face === null || move.shape === 'order') return null;
  const whole = moves.some((one) => one.cards.some(isWholeCard));
  const token = (face: Face): string => (whole ? String(face) : (tokensOf(face).at(-1) ?? ''));
  const wanted = token(card.face);
  if (move.shape === 'card') return written(move, [wanted]);
  /** As many of a kind as the moves have, where there are so many. */
  const most = Math.max(1, ...moves.map((one) => one.cards.length));
  const alike = whole ? [wanted] : held.filter((face) => token(face) === wanted).map(() => wanted);
  return written(move, alike.slice(0, most));
}

/** A move of the same verb and values with other cards. */
const written = (move: Parsed, cards: string[]): string =>
  [move.verb, ...cards, ...Object.values(move.values)].join(' ');

/** What choosing a card adds to the selection: the card, and its owner where the move names whose card it is. */
export function cardPick(moves: Parsed[], selection: Selection, card: Chosen, you: number | null): Selection | null {
  const owner = card.owner === null ? null : String(card.owner);
  let plain = false;
  let owned = false;
  for (const move of narrow(moves, selection)) {
    if (move.zone !== card.zone || move.shape === 'order') continue;
    if (!remaining(move, selection.cards)?.some((token) => means(token, card.face))) continue;
    if (owner !== null && move.values.seat === owner) owned = true;
    else plain = true;
  }
  const cards = [...selection.cards, card];
  if (owned && owner !== null) return { ...selection, cards, values: { ...selection.values, seat: owner } };
  return plain && (card.owner === null || card.owner === you) ? { ...selection, cards } : null;
}

export function isChosen(selection: Selection, card: Chosen): boolean {
  return selection.cards.some((c) => sameCard(c, card));
}

function sameCard(a: Chosen, b: Chosen): boolean {
  return a.zone === b.zone && a.owner === b.owner && a.index === b.index;
}

/** A click on a card: select it, deselect it, or select it instead of cards that do not go with it. */
export function clickCard(moves: Parsed[], selection: Selection, card: Chosen, you: number | null): Selection | null {
  if (isChosen(selection, card)) return { ...selection, cards: selection.cards.filter((c) => !sameCard(c, card)) };
  for (let dropped = 0; dropped <= selection.cards.length; dropped++) {
    const picked = cardPick(moves, { ...selection, cards: selection.cards.slice(dropped) }, card, you);
    if (picked) return picked;
  }
  return cardPick(moves, { ...selection, cards: [], values: {} }, card, you) ?? cardPick(moves, NOTHING, card, you);
}

/** The values of one kind of argument that are still open, in a reader's order. */
export function openValues(moves: Parsed[], selection: Selection, kind: string): string[] {
  const values = { ...selection.values };
  delete values[kind];
  const found = new Set<string>();
  for (const move of narrow(moves, { ...selection, values })) {
    const value = move.values[kind];
    if (value !== undefined) found.add(value);
  }
  return [...found].sort(byNumber);
}

export function byNumber(a: string, b: string): number {
  const [x, y] = [Number(a), Number(b)];
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.isNaN(x) && Number.isNaN(y) ? 0 : Number.isNaN(x) ? 1 : -1;
  return x - y;
}

/** A click on a seat, a zone, a number or a word; a second click takes it back. */
export function clickValue(moves: Parsed[], selection: Selection, kind: string, value: string): Selection {
  const values = { ...selection.values };
  if (values[kind] === value) {
    delete values[kind];
    return { ...selection, values };
  }
  values[kind] = value;
  const whole = { ...selection, values };
  if (narrow(moves, whole).length > 0) return whole;
  const alone = { ...selection, values: { [kind]: value } };
  return narrow(moves, alone).length > 0 ? alone : { verb: null, cards: [], values: { [kind]: value } };
}

/** A click on a verb: what was clicked before stays where it fits. */
export function clickVerb(moves: Parsed[], selection: Selection, verb: string): Selection {
  if (selection.verb === verb) return NOTHING;
  const kept = { ...selection, verb };
  return narrow(moves, kept).length > 0 ? kept : { verb, cards: [], values: {} };
}

/** A selection that still means something after the table has changed. */
export function revise(moves: Parsed[], selection: Selection): Selection {
  return narrow(moves, selection).length > 0 ? selection : NOTHING;
}

/** The kinds of arguments that are still missing. */
export function missing(moves: Parsed[], selection: Selection): string[] {
  const kinds = new Set<string>();
  for (const move of narrow(moves, selection)) {
    if (move.shape === 'order') kinds.add('order');
    else if (move.cards.length > selection.cards.length) kinds.add(move.shape);
    for (const kind of Object.keys(move.values)) if (!(kind in selection.values)) kinds.add(kind.replace(/\d+$/, ''));
  }
  return [...kinds];
}

export function verbsOf(moves: Parsed[]): string[] {
  return [...new Set(moves.map((move) => move.verb))];
}

/** If the moves cut a row in three (three numbers with a constant sum): the length of the row. */
export function isSplit(moves: Parsed[]): number | null {
  const sums = new Set<number>();
  for (const { values } of moves) {
    if (!('number3' in values) || 'number4' in values) return null;
    sums.add(Number(values.number) + Number(values.number2) + Number(values.number3));
  }
  const [sum] = sums;
  return sums.size === 1 && sum !== undefined ? sum : null;
}

/** The move that puts the cards in this order, if it is legal. */
export function orderMove(moves: Parsed[], verb: string, faces: Face[]): string | null {
  const wanted = [verb, ...faces.map(String)].join(' ');
  return moves.some((move) => move.text === wanted) ? wanted : null;
}
