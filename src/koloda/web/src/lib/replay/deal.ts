/** Check the deal: recompute the commitment and every answer of chance from the secret (docs/records.md, section 4). */

import type { ArchivedMatch } from '../net/protocol';
import { hex, sha256 } from './sha256';

const WORD_RANGE = 2 ** 32;
const BLOCK_BYTES = 32;

type Card = number | string;

export type Verdict =
  | { good: true; answers: number }
  | { good: false; problem: 'commitment' }
  | { good: false; problem: 'chance' | 'end'; number: number; kind: 'shuffle' | 'pick' };

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** What the table shows before the first card. */
export const commitmentOf = (secret: string): string => hex(sha256(utf8(secret)));

/** The seed of a match: the secret and every seat's own words, each on a line. */
export const seedOf = (secret: string, words: (string | null)[]): string =>
  [secret, ...words.map((word) => word ?? '')].join('\n');

/** The seeded stream. */
export class Stream {
  readonly key: Uint8Array;
  private block = 0;
  private words: number[] = [];

  constructor(seed: string) {
    this.key = sha256(utf8(seed));
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

/** Whether every card of a match came from its sealed secret. */
export function checkDeal(match: ArchivedMatch, order: Card[]): Verdict {
  const secret = match.secret ?? '';
  if (!secret || commitmentOf(secret) !== match.commitment) return { good: false, problem: 'commitment' };
  const stream = new Stream(seedOf(secret, match.words ?? []));
  const { chance, picks } = match.record as { chance?: unknown; picks?: unknown };
  const outOf = Array.isArray(picks) ? [...(picks as unknown[])] : [];
  const entries = Array.isArray(chance) ? (chance as unknown[]) : [];
  for (const [index, entry] of entries.entries()) {
    const problem = checkEntry(entry as Record<string, unknown>, stream, order, outOf);
    if (problem) return { good: false, number: index + 1, ...problem };
  }
  return { good: true, answers: entries.length };
}

type Problem = { problem: 'chance' | 'end'; kind: 'shuffle' | 'pick' };

function checkEntry(entry: Record<string, unknown>, stream: Stream, order: Card[], outOf: unknown[]): Problem | null {
  if (Array.isArray(entry?.shuffle)) {
    const told = entry.shuffle as Card[];
    const computed = stream.shuffle(inDeckOrder(told, order));
    return computed.every((card, i) => card === told[i]) ? null : { problem: 'chance', kind: 'shuffle' };
  }
  const n = outOf.shift();
  if (typeof n !== 'number' || !Number.isInteger(n) || n < 1) return { problem: 'end', kind: 'pick' };
  return stream.below(n) === entry?.pick ? null : { problem: 'chance', kind: 'pick' };
}
