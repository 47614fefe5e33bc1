/** How a deck writes its cards (core/cards.py). No other module knows these characters.
 *
 * A triangular card is its number, and the joker of that deck is `*`. A French card is its rank and its suit: `Th` is
 * the ten of hearts. `Jx` is the jack without a suit, `Jk` a joker (`Jk1`, `Jk2` where a pack tells them apart).
 * A move may name a French card by its rank alone.
 */
import type { Face } from '../net/protocol';

export type Suit = 'c' | 'd' | 'h' | 's';
export type Look =
  | { kind: 'back' }
  | { kind: 'number'; rank: number }
  | { kind: 'star' }
  | { kind: 'french'; rank: string; suit: Suit }
  | { kind: 'jack' }
  | { kind: 'joker' };

const FRENCH = /^([2-9TJQKA])([cdhs])$/;
const FRENCH_IN_TEXT = /\b[2-9TJQKA][cdhs]\b/g;
const SUIT_SIGNS: Record<Suit, string> = { c: '♣', d: '♦', h: '♥', s: '♠' };
const CLOSED = '▒';
const STAR = '★';

export function lookOf(face: Face): Look {
  if (face === null) return { kind: 'back' };
  if (typeof face === 'number') return { kind: 'number', rank: face };
  if (face === '*') return { kind: 'star' };
  if (face === 'Jx') return { kind: 'jack' };
  const [, rank, suit] = FRENCH.exec(face) ?? [];
  return rank && suit ? { kind: 'french', rank, suit: suit as Suit } : { kind: 'joker' };
}

/** A rank as people write it. */
export const rankText = (rank: string): string => (rank === 'T' ? '10' : rank);

/** A card in a sentence: 10♥, 7, ★; a closed one is a shaded box. It may be a move's word, where numbers are texts. */
export function cardText(face: Face): string {
  if (face === null) return CLOSED;
  const text = String(face);
  const look = lookOf(face);
  if (look.kind === 'french') return rankText(look.rank) + SUIT_SIGNS[look.suit];
  if (look.kind === 'jack') return 'J';
  return look.kind === 'star' || text.startsWith('Jk') ? STAR : rankText(text);
}

/** Several cards in a sentence; null: all are closed. */
export const cardsText = (cards: Face[] | null): string => (cards === null ? CLOSED : cards.map(cardText).join(' '));

/** A text in which French cards are written as people write them. */
export const withCards = (text: string): string => text.replace(FRENCH_IN_TEXT, cardText);

/** The cards of a deck that a text lists, as moves or as people write them; null if it is another text. */
export function facesIn(text: string, deck: Face[]): Face[] | null {
  const found = text.split(' ').map((word) => deck.find((face) => word === String(face) || word === cardText(face)));
  return found.every((face) => face !== undefined) ? found : null;
}

/** The words by which a move may mean this card. */
export function tokensOf(face: Face): string[] {
  if (face === null) return [];
  const look = lookOf(face);
  return look.kind === 'french' ? [String(face), look.rank] : [String(face)];
}

/** Whether a move's word means this card. */
export const means = (token: string, face: Face): boolean => tokensOf(face).includes(token);
