import { describe, expect, it } from 'vitest';
import page from '../../../../../../docs/fairness.md?raw';
import {
  canonical,
  type Dealt,
  digest,
  lateSeats,
  lineDigest,
  newNonce,
  nonceByRule,
  nonceCommitment,
  oldCommitment,
  oldSeed,
  resultDigest,
  secretCommitment,
  seedOf,
} from './arithmetic';
import { Stream } from './stream';

interface Vector extends Dealt {
  digest?: [string, ...string[]];
  canonical?: unknown;
  is: string;
  table: string;
  match: string;
  secret: string;
  commitment: string;
  numbers?: string[];
  commits: string[];
  shown: string[];
  nonces: string[];
  late: number[];
  seed: string;
  shuffle: number[];
  line?: [number, unknown[]];
  result?: unknown;
  old?: { secret: string; words: (string | null)[] };
}

const vectors = JSON.parse(/### Test vectors[\s\S]*?```json\n([\s\S]*?)```/.exec(page)?.[1] ?? '[]') as Vector[];
const TRIANGULAR = Array.from({ length: 10 }, (_, i) => Array.from({ length: i + 1 }, () => i + 1)).flat();

describe('the test vectors of docs/fairness.md', () => {
  it('are there', () => expect(vectors.length).toBeGreaterThanOrEqual(7));

  it.each(vectors.filter((vector) => vector.digest))('the hash: $digest', (vector) => {
    expect(digest(...(vector.digest as [string, ...string[]]))).toBe(vector.is);
  });

  it.each(vectors.filter((vector) => 'canonical' in vector))('canonical JSON', (vector) => {
    expect(canonical(vector.canonical)).toBe(vector.is);
  });

  it.each(vectors.filter((vector) => vector.numbers))('a deal', (vector) => {
    const deal = { table: vector.table, match: vector.match };
    expect(secretCommitment(deal, vector.secret)).toBe(vector.commitment);
    vector.numbers?.forEach((number, seat) => {
      const said = vector.commits[seat] ?? '';
      if (number) expect(nonceCommitment(deal, seat, number)).toBe(said);
      expect(vector.shown[seat] || nonceByRule(deal, seat, said)).toBe(vector.nonces[seat]);
    });
    expect(lateSeats(deal, vector.commits, vector.nonces)).toEqual(vector.late);
    const seed = seedOf(deal, vector, vector.secret, vector.commits, vector.nonces);
    expect(seed).toBe(vector.seed);
    expect(new Stream(seed).shuffle(TRIANGULAR).slice(0, vector.shuffle.length)).toEqual(vector.shuffle);
  });

  it('what a page keeps', () => {
    for (const { line, is } of vectors) if (line) expect(lineDigest(...line)).toBe(is);
    for (const { result, is } of vectors) if (result) expect(resultDigest(result)).toBe(is);
  });

  it.each(vectors.filter((vector) => vector.old))('the old way', ({ old, commitment, seed }) => {
    expect(oldCommitment(old?.secret ?? '')).toBe(commitment);
    expect(oldSeed(old?.secret ?? '', old?.words ?? [])).toBe(seed);
  });
});

it('makes numbers of 128 random bits', () => {
  const made = new Set(Array.from({ length: 50 }, newNonce));
  expect(made.size).toBe(50);
  for (const nonce of made) expect(nonce).toMatch(/^[0-9a-f]{32}$/);
});
