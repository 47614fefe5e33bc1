import { beforeEach, describe, expect, it } from 'vitest';
import type { GameInfo } from '../lib/net/protocol';
import { prefs } from '../lib/state/prefs.svelte';
import type { View } from '../lib/net/decode';
import { seen, tipFor } from './tips';

const GAME = {
  verbs: {
    hit: { args: [] },
    fold: { args: ['card@row', 'seat'] },
    discard: { args: ['cards@hand'] },
    take: { args: ['chip'] },
  },
} as unknown as GameInfo;
const view = (...legal: string[]): View => ({ kind: 'one', turn: [0], result: null, n: 0, legal }) as unknown as View;
const tip = (...legal: string[]): string | null => tipFor({ game: GAME, view: view(...legal), you: 0, hints: true });

beforeEach(() => {
  prefs.tips = true;
  prefs.tipsSeen = ['turn'];
});

describe('a tip', () => {
  it('of cards, seats and chips comes only where there is one to name', () => {
    expect([tip('hit', 'fold'), tip('hit', 'fold 3'), tip('discard', 'discard 2 2'), tip('take 1')]).toEqual([
      null,
      'card',
      'cards',
      'chip',
    ]);
    seen('card');
    expect([tip('fold 3'), tip('fold 3 1')]).toEqual([null, 'seat']);
  });
  it('comes once, and not at all where they are switched off', () => {
    prefs.tipsSeen = [];
    expect(tip('hit')).toBe('turn');
    seen('turn');
    expect(tip('hit')).toBe(null);
    prefs.tipsSeen = [];
    prefs.tips = false;
    expect(tip('hit')).toBe(null);
  });
});
