/** The seeded stream of chance, as docs/records.md specifies it in section 4. */

import { sha256 } from './sha256';

const WORD_RANGE = 2 ** 32;
const BLOCK_BYTES = 32;

export type Card = number | string;

/** The seeded stream. */
export class Stream {
  readonly key: Uint8Array;
  private block = 0;
  private words: number[] = [];

  constructor(seed: string) {
    this.key = sha256(new TextEncoder().encode(seed));
  }

  /** The next 32 bits. */
  word(): number {
    if (!this.words.length) this.words = this.nextBlock();
    return this.words.shift() ?? 0;
  }

  /** A whole number from 0 to n-1. */
  below(n: number): number {
    const limit = WORD_RANGE - (WORD_RANGE % n);
    for (;;) {
      const word = this.word();
      if (word < limit) return word % n;
    }
  }

  /** Shuffles cards that are in the order of their deck. */
  shuffle(sorted: Card[]): Card[] {
    const cards = [...sorted];
    for (let i = cards.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [cards[i], cards[j]] = [cards[j] as Card, cards[i] as Card];
    }
    return cards;
  }

  private nextBlock(): number[] {
    const data = new DataView(new ArrayBuffer(BLOCK_BYTES + 8));
    this.key.forEach((byte, i) => data.setUint8(i, byte));
    data.setUint32(BLOCK_BYTES, Math.floor(this.block / WORD_RANGE));
    data.setUint32(BLOCK_BYTES + 4, this.block % WORD_RANGE);
    this.block++;
    const digest = new DataView(sha256(new Uint8Array(data.buffer)).buffer);
    return Array.from({ length: BLOCK_BYTES / 4 }, (_, i) => digest.getUint32(4 * i));
  }
}

/** Cards in the order of their deck; cards that it does not name come last, by number, then by text. */
export function inDeckOrder(cards: Card[], order: Card[]): Card[] {
  const places = new Map(order.map((card, place) => [card, place]));
  const place = (card: Card): number => places.get(card) ?? order.length;
  return [...cards].sort((a, b) => place(a) - place(b) || byItself(a, b));
}

function byItself(a: Card, b: Card): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}
