import { describe, expect, it } from 'vitest';
import page from '../../../../../../docs/records.md?raw';
import { hex, sha256 } from './sha256';
import { inDeckOrder, Stream } from './stream';

interface Vector {
  seed: string;
  key?: string;
  words?: number[];
  from?: number[];
  picks?: number[];
  pack?: 'triangular' | 'french';
  shuffle?: (number | string)[];
  after?: number;
}

const vectors = JSON.parse(/### Test vectors[\s\S]*?```json\n([\s\S]*?)```/.exec(page)?.[1] ?? '[]') as Vector[];
const TRIANGULAR = Array.from({ length: 10 }, (_, i) => i + 1);
const FRENCH = [...'23456789TJQKA'].flatMap((rank) => [...'cdhs'].map((suit) => rank + suit));

describe('SHA-256', () => {
  it('is the one of FIPS 180-4', () => {
    const of = (text: string): string => hex(sha256(new TextEncoder().encode(text)));
    expect(of('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(of('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(of('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')).toBe(
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    );
  });

  it('agrees with the browser on every length around a block', async () => {
    for (let length = 50; length < 135; length++) {
      const bytes = new Uint8Array(length).map((_, i) => (i * 7 + length) % 256);
      const theirs = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
      expect(hex(sha256(bytes))).toBe(hex(theirs));
    }
  });
});

describe('the stream of docs/records.md', () => {
  it('has its test vectors', () => expect(vectors.length).toBeGreaterThanOrEqual(6));

  it.each(vectors)('$seed $pack', (vector) => {
    if (vector.key) expect(hex(new Stream(vector.seed).key)).toBe(vector.key);
    if (vector.words) {
      const stream = new Stream(vector.seed);
      expect(vector.words.map(() => stream.word())).toEqual(vector.words);
    }
    const stream = new Stream(vector.seed);
    if (vector.from) expect(vector.from.map((n) => stream.below(n))).toEqual(vector.picks);
    if (vector.shuffle) {
      const order = vector.pack === 'french' ? FRENCH : TRIANGULAR;
      expect(stream.shuffle(inDeckOrder(vector.shuffle, order))).toEqual(vector.shuffle);
      expect(stream.below(1000)).toBe(vector.after);
    }
  });

  it('puts cards in the order of their deck, strangers last', () => {
    expect(inDeckOrder(['As', 'Jk1', '2c', 'Jk', 'Tc'], FRENCH)).toEqual(['2c', 'Tc', 'As', 'Jk', 'Jk1']);
    expect(inDeckOrder([10, 9, 1], FRENCH)).toEqual([1, 9, 10]);
  });
});
