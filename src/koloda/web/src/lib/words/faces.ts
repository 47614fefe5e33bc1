/** How a deck writes its cards (core/cards.py). No other module knows these characters.
 *
 * A triangular card is its number, and the joker of that deck is `*`. A French card is its rank and its suit: `Th` is
 * the ten of hearts. `Jx` is the jack without a suit, `Jk` a joker (`Jk1`, `Jk2` where a pack tells them apart).
 * A move may name a French card by its rank alone, and any joker as `Jk`.
 */
import type { Face } from '../net/protocol';
import { t } from './fluent';

export type Suit = 'c' | 'd' | 'h' | 's';
export type Look =
  | { kind: 'back' }
  | { kind: 'number'; rank: number }
  | { kind: 'star' }
  | { kind: 'french'; rank: string; suit: Suit }
  | { kind: 'jack' }
  | { kind: 'joker' };

const FRENCH = /^([2-9TJQKA])([cdhs])$/;
const RANK = /^[2-9TJQKA]$/;
const JOKER = 'Jk';
const NUMBERED_JOKER = /^Jk\d$/;
const FRENCH_IN_TEXT = /\b[2-9TJQKA][cdhs]\b/g;
const FRENCH_IN_A_ROW = /\b[2-9TJQKA][cdhs]( [2-9TJQKA][cdhs])*\b/g;
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

/** A card as it is read aloud: «валет червей», "jack of hearts". */
export function cardName(face: Face): string {
  const look = lookOf(face);
  if (look.kind === 'number') return String(look.rank);
  if (look.kind === 'french')
    return t('card-of-suit', { rank: t(`card-rank-${look.rank}`), suit: t(`card-suit-${look.suit}`) });
  return look.kind === 'joker' && !String(face).startsWith('Jk') ? rankName(String(face)) : t(`card-${look.kind}`);
}

/** A rank as it is read aloud; a move may name a card by its rank alone. */
const rankName = (rank: string): string => (RANK.test(rank) ? t(`card-rank-${rank}`) : rank);

/** Several cards in a sentence; null: all are closed. */
export const cardsText = (cards: Face[] | null): string => (cards === null ? CLOSED : cards.map(cardText).join(' '));

/** Several cards read aloud; null: all are closed. */
export const cardsNames = (cards: Face[] | null): string =>
  cards === null ? t('card-back') : cards.map(cardName).join(', ');

/** A text in which French cards are written as people write them. */
export const withCards = (text: string): string => text.replace(FRENCH_IN_TEXT, cardText);

/** A text in which French cards are written as they are read aloud. */
export const withCardNames = (text: string): string =>
  text.replace(FRENCH_IN_A_ROW, (cards) => cards.split(' ').map(cardName).join(', '));

/** The cards of a deck that a text lists, as moves or as people write them; null if it is another text. */
export function facesIn(text: string, deck: Face[]): Face[] | null {
  const found = text.split(' ').map((word) => deck.find((face) => word === String(face) || word === cardText(face)));
  return found.every((face) => face !== undefined) ? found : null;
}

/** The words by which a move may mean this card. */
export function tokensOf(face: Face): string[] {
  if (face === null) return [];
  const look = lookOf(face);
  const text = String(face);
  if (look.kind === 'french') return [text, look.rank];
  return look.kind === 'joker' && NUMBERED_JOKER.test(text) ? [text, JOKER] : [text];
}

/** Whether a move's word names one card, not a rank. */
export const isWholeCard = (token: string): boolean => FRENCH.test(token);

/** Whether a move's word means this card. */
export const means = (token: string, face: Face): boolean => tokensOf(face).includes(token);
