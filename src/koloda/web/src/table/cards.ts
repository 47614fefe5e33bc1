/** What a card looks like. */
import type { GameInfo } from '../lib/net/protocol';

/** Which back a closed card has. */
export type Pack = 'triangular' | 'french';

/** Only triangular cards are numbers. */
export const packOf = (game: GameInfo): Pack =>
  game.deck.order.some((face) => typeof face === 'number') ? 'triangular' : 'french';

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

/** A crown, a coronet and a shield, for the courts, in a box of 100 x 60. */
export const COURTS: Record<string, string> = {
  K: 'M8 54 L4 14 L28 32 L50 4 L72 32 L96 14 L92 54Z',
  Q: 'M10 54 L4 24 Q18 40 28 22 Q40 38 50 10 Q60 38 72 22 Q82 40 96 24 L90 54Z',
  J: 'M22 3 L78 3 L78 26 Q78 48 50 59 Q22 48 22 26Z',
};
