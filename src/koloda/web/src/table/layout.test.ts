import { describe, expect, it } from 'vitest';
import { handRows, othersFrom, ring } from './layout';

describe('seats', () => {
  it('begin at my left and go round', () => {
    expect(othersFrom(4, 2)).toEqual([3, 0, 1]);
    expect(othersFrom(3, null)).toEqual([0, 1, 2]);
  });
  it('lie around the table', () => {
    expect(ring(2, 0)).toEqual({ left: [], top: [1], right: [] });
    expect(ring(4, 0)).toEqual({ left: [1], top: [2], right: [3] });
    expect(ring(8, 0)).toEqual({ left: [2, 1], top: [3, 4, 5], right: [6, 7] });
  });
  it('have everybody once, from 2 to 15', () => {
    for (let seats = 2; seats <= 15; seats++)
      for (const you of [null, 0, seats - 1]) {
        const { left, top, right } = ring(seats, you);
        const all = [...left, ...top, ...right, ...(you === null ? [] : [you])].sort((a, b) => a - b);
        expect(all).toEqual(Array.from({ length: seats }, (_, seat) => seat));
        expect(left.length).toBe(right.length);
      }
  });
});

describe('a hand', () => {
  it('stays in one row while fingers can take its cards', () => {
    expect(handRows(7, 374, 62, 40)).toEqual({ perRow: 7, rows: 1 });
    expect(handRows(13, 374, 62, 40)).toEqual({ perRow: 7, rows: 2 });
    expect(handRows(26, 374, 62, 40)).toEqual({ perRow: 7, rows: 4 });
  });
  it('is drawn before its room is known', () => expect(handRows(9, 0, 62, 40).rows).toBe(1));
});
