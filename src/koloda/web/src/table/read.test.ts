import { describe, expect, it } from 'vitest';
import type { FullView, WireNote } from '../lib/net/protocol';
import { isOut } from './read';

const note = (kind: string, seat: number): WireNote => [kind, seat, null, [], 0, ''];
const view = (...notes: WireNote[]): FullView => ({
  t: 'view',
  n: 1,
  kind: 'one',
  turn: [0],
  phase: '',
  zones: [],
  counters: [],
  legal: [],
  chosen: null,
  notes,
  log: [],
  chat: true,
});

describe('a seat that is out', () => {
  it('is one of whom a note says so, until the match is over', () => {
    const now = view(note('is-out', 2), note('is-out-playoff', 3), note('passed', 1));
    expect([0, 1, 2, 3].filter((seat) => isOut(now, seat))).toEqual([2, 3]);
    expect(isOut({ ...now, result: { scores: [] } }, 2)).toBe(false);
  });
});
