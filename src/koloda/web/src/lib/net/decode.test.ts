import { describe, expect, it } from 'vitest';
import { decodeLogLine, decodeResult, decodeZone } from './decode';

describe('the wire in named fields', () => {
  it('knows a place by its name, its owner and its slot', () => {
    expect(decodeZone(['row', 2, null, 'fan', [6, null]])).toEqual({
      key: 'row/2/',
      name: 'row',
      owner: 2,
      slot: null,
      look: 'fan',
      faces: [6, null],
      ids: [],
    });
    expect(decodeZone(['part', null, 0, 'row', []]).key).toBe('part//0');
  });

  it('makes backs of a number of closed cards', () => {
    expect(decodeZone(['deck', null, null, 'pile', 3]).faces).toEqual([null, null, null]);
    expect(decodeZone(['deck', null, null, 'pile', 0]).faces).toEqual([]);
  });

  it('names what the log tells', () => {
    const note = { kind: 'take', seat: 1, other: 0, cards: null, n: 2, word: 'low' };
    expect(decodeLogLine([7, [['take', 1, 0, null, 2, 'low']], [1]])).toEqual({ n: 7, notes: [note], bots: [1] });
  });

  it('has no result while the match goes on, and a whole one after it', () => {
    expect([decodeResult(null), decodeResult(undefined)]).toEqual([null, null]);
    expect(decodeResult({ winners: [1], scores: [0, 3] })).toEqual({
      scores: [0, 3],
      winners: [1],
      losers: [],
      places: [],
    });
  });
});
