/** What a card looks like. */
import type { Face, GameInfo } from '../lib/net/protocol';
import { lookOf } from '../lib/words/faces';

/** Which back a closed card has. */
export type Pack = 'triangular' | 'french';

/** Only triangular cards are numbers. */
export const packOf = (game: GameInfo): Pack =>
  game.deck.order.some((face) => typeof face === 'number') ? 'triangular' : 'french';

/** Red and black suits in turn. */
const SUIT_ORDER = 'shcd';

/** The places of these cards, sorted by suit and then as the deck is; cards without a suit are last. */
export function bySuit(faces: Face[], game: GameInfo): number[] {
  const rank = new Map(game.deck.order.map((face, at) => [face, at]));
  const keys = faces.map((face) => {
    const look = lookOf(face);
    const suit = look.kind === 'french' ? SUIT_ORDER.indexOf(look.suit) : SUIT_ORDER.length;
    return suit * rank.size + (face === null ? 0 : (rank.get(face) ?? 0));
  });
  return faces.map((_, at) => at).sort((a, b) => keys[a]! - keys[b]! || a - b);
}

/** Whether the cards can be sorted by suit as well as by rank. */
export const hasSuits = (faces: Face[]): boolean => {
  const suits = faces.map(lookOf).flatMap((look) => (look.kind === 'french' ? [look.suit] : []));
  return new Set(suits).size > 1;
};

/** A polygon of `sides` corners around a point, a corner on top. */
export function polygon(sides: number, x: number, y: number, r: number): string {
  return Array.from({ length: sides }, (_, at) => {
    const angle = (at / sides) * 2 * Math.PI - Math.PI / 2;
    return `${(x + r * Math.cos(angle)).toFixed(1)},${(y + r * Math.sin(angle)).toFixed(1)}`;
  }).join(' ');
}

/** The ten places of the triangle of pips, from its tip down, in a card of 100 x 140. */
export const PLACES: readonly [x: number, y: number][] = [0, 1, 2, 3].flatMap((row) =>
  Array.from({ length: row + 1 }, (_, at): [number, number] => [50 + (at - row / 2) * 21, 61 + row * 19]),
);

/** Suits in a box of 100 x 100. */
export const SUITS = {
  h: 'M50 92 C20 66 6 50 6 32 C6 17 17 8 29 8 C39 8 46 14 50 23 C54 14 61 8 71 8 C83 8 94 17 94 32 C94 50 80 66 50 92Z',
  d: 'M50 4 C58 22 72 38 88 50 C72 62 58 78 50 96 C42 78 28 62 12 50 C28 38 42 22 50 4Z',
  s: 'M50 5 C58 24 92 38 92 62 C92 75 82 82 72 82 C65 82 59 79 55 73 C55 83 59 91 66 95 L34 95 C41 91 45 83 45 73 C41 79 35 82 28 82 C18 82 8 75 8 62 C8 38 42 24 50 5Z',
  c: 'M50 5 C62 5 71 14 71 26 C71 32 69 37 65 41 C68 39 72 38 76 38 C88 38 96 47 96 58 C96 70 87 79 76 79 C66 79 59 74 55 67 C55 79 59 90 66 95 L34 95 C41 90 45 79 45 67 C41 74 34 79 24 79 C13 79 4 70 4 58 C4 47 12 38 24 38 C28 38 32 39 35 41 C31 37 29 32 29 26 C29 14 38 5 50 5Z',
} as const;

/** The ranks that have a picture. */
export const COURTS = 'KQJ';

/** Where the pips of a rank are, in a card of 100 x 140; those below the middle stand on their heads. */
const ROWS: Record<string, [x: number, y: number][]> = (() => {
  const pair = (...ys: number[]): [number, number][] =>
    ys.flatMap((y): [number, number][] => [
      [34, y],
      [66, y],
    ]);
  const middle = (...ys: number[]): [number, number][] => ys.map((y) => [50, y]);
  return {
    A: middle(70),
    2: middle(30, 110),
    3: middle(30, 70, 110),
    4: pair(30, 110),
    5: [...pair(30, 110), ...middle(70)],
    6: pair(30, 70, 110),
    7: [...pair(30, 70, 110), ...middle(50)],
    8: [...pair(30, 70, 110), ...middle(50, 90)],
    9: [...pair(30, 57, 83, 110), ...middle(70)],
    T: [...pair(30, 57, 83, 110), ...middle(43, 97)],
  };
})();

const PIP_SIZE = 21;
const ACE_SIZE = 56;
const drawn = new Map<string, string>();

/** All pips of a card as one path. */
export function pipsOf(rank: string, suit: keyof typeof SUITS): string {
  const key = rank + suit;
  const known = drawn.get(key);
  if (known !== undefined) return known;
  const path = (ROWS[rank] ?? [])
    .map(([x, y]) => {
      const size = rank === 'A' ? ACE_SIZE : PIP_SIZE;
      const scale = (y > 70 ? -size : size) / 100;
      return SUITS[suit].replace(/(-?[\d.]+) (-?[\d.]+)/g, (_, a: string, b: string) =>
        [x + (Number(a) - 50) * scale, y + (Number(b) - 50) * scale].map((value) => value.toFixed(1)).join(' '),
      );
    })
    .join('');
  drawn.set(key, path);
  return path;
}
