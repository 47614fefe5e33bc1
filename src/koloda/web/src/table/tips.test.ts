import { beforeEach, describe, expect, it } from 'vitest';
import type { GameInfo } from '../lib/net/protocol';
import { prefs } from '../lib/state/prefs.svelte';
import type { LogEntry, View } from '../lib/net/decode';
import { seen, tipFor } from './tips';

const both = (text: string) => ({ ru: text, en: text });
const GAME = {
  id: 'toy',
  verbs: { hit: { args: [] }, fold: { args: ['card@row'] }, discard: { args: ['cards@hand'] } },
  tips: [
    { when: 'note pair', at: 'counter points', text: both('A pair!') },
    { when: 'phase bid', at: 'zone hand', text: both('Bid.') },
    { when: 'verb fold', at: 'prompt', text: both('Or fold.') },
  ],
} as unknown as GameInfo;
const OWN = ['toy/note pair/counter points', 'toy/phase bid/zone hand', 'toy/verb fold/prompt'];
const PAIR = [{ n: 3, notes: [{ kind: 'pair' }] }] as unknown as LogEntry[];

interface Told {
  phase?: string;
  legal?: string[];
  log?: LogEntry[];
  you?: number | null;
  n?: number;
}

function tip({ phase = 'play', legal = ['hit'], log = [], you = 0, n = 0 }: Told = {}): string | null {
  const view = { kind: 'one', phase, turn: [0], result: null, n, legal, notes: [], log: [] } as unknown as View;
  return tipFor({ game: GAME, view, you, hints: true, log })?.id ?? null;
}

beforeEach(() => {
  prefs.tips = true;
  prefs.tipsSeen = ['turn'];
});

describe('a tip of the game', () => {
  it('waits for its phase, its verb or its note', () => {
    expect(tip()).toBe(null);
    expect(tip({ phase: 'bid' })).toBe(OWN[1]);
    expect(tip({ legal: ['hit', 'fold 3'] })).toBe(OWN[2]);
    expect(tip({ log: PAIR })).toBe(OWN[0]);
  });
  it('comes in the order of the game, each once, and before what is said of the page', () => {
    prefs.tipsSeen = [];
    const all = { phase: 'bid', legal: ['fold 3'], log: PAIR };
    const told: (string | null)[] = [];
    for (let id = tip(all); id; id = tip(all)) {
      told.push(id);
      seen(id);
    }
    expect(told).toEqual([...OWN, 'turn', 'card']);
  });
  it('is for whoever must act: not for watchers, and not while others move', () => {
    expect(tip({ phase: 'bid', you: null })).toBe(null);
    expect(tip({ phase: 'bid', you: 1 })).toBe(null);
  });
});

describe('a tip of the page', () => {
  it('of cards comes only where there are some to name', () => {
    prefs.tipsSeen = ['turn', ...OWN];
    expect([tip(), tip({ legal: ['fold'] }), tip({ legal: ['fold 3'] }), tip({ legal: ['discard 2 2'] })]).toEqual([
      null,
      null,
      'card',
      'cards',
    ]);
    expect(tip({ n: 3 })).toBe('hints');
  });
  it('does not come where tips are switched off', () => {
    prefs.tipsSeen = [];
    expect(tip()).toBe('turn');
    prefs.tips = false;
    expect(tip({ phase: 'bid' })).toBe(null);
  });
});
