import { describe, expect, it } from 'vitest';
import type { GameInfo } from '../lib/net/api';
import { decodeNote, decodeView, type Note, type View } from '../lib/net/decode';
import { isOut } from './read';

const GAME = { verbs: {} } as GameInfo;
const note = (kind: string, seat: number): Note => decodeNote([kind, seat, null, [], 0, '']);
const view = (...notes: Note[]): View => ({
  ...decodeView({
    t: 'view',
    n: 1,
    kind: 'one',
    turn: [0],
    phase: '',
    zones: [],
    counters: [],
    legal: [],
    chosen: null,
    notes: [],
    log: [],
    chat: true,
  }),
  notes,
});

describe('a seat that is out', () => {
  it('is one of whom a note says so, until the match is over', () => {
    const now = view(note('is-out', 2), note('is-out-playoff', 3), note('passed', 1));
    expect([0, 1, 2, 3].filter((seat) => isOut(GAME, now, seat))).toEqual([2, 3]);
    expect(isOut(GAME, { ...now, result: { scores: [], winners: [], losers: [], places: [] } }, 2)).toBe(false);
  });
});
