import { beforeEach, describe, expect, it } from 'vitest';
import type { GameInfo } from '../lib/net/api';
import { decodeView, type Note, type View } from '../lib/net/decode';
import type { WireCounter, WireZone } from '../lib/net/protocol';
import { prefs } from '../lib/state/prefs.svelte';
import { badgesOf, chipColour, chipsInTheMiddle, chipsOf, isOut } from './read';

const PLAIN = {
  verbs: { hit: { args: [] } },
  counters: { points: { ru: 'Очки', en: 'Points' } },
} as unknown as GameInfo;
const CHIPS = { ...PLAIN, verbs: { take: { args: ['chip'] } } } as unknown as GameInfo;

const view = (counters: WireCounter[], zones: WireZone[] = []): View =>
  decodeView({
    t: 'view',
    n: 1,
    kind: 'one',
    turn: [0],
    phase: '',
    zones,
    counters,
    legal: [],
    chosen: null,
    notes: [],
    log: [],
    chat: true,
  });
const texts = (counters: WireCounter[], seat: number | null, you = false, zones: WireZone[] = []): string[] =>
  badgesOf(PLAIN, view(counters, zones), seat, you).map((badge) =>
    badge.mark ? badge.label : `${badge.label} ${badge.text}`,
  );

beforeEach(() => {
  prefs.lang = 'en';
});

describe('a seat that is out', () => {
  const note = (kind: string, seat: number): Note => ({ kind, seat, other: null, cards: [], n: 0, word: '' });
  it('is one of whom a note says so, until the match is over', () => {
    const notes = [note('is-out', 2), note('is-out-playoff', 3), note('passed', 1)];
    const now: View = { ...view([]), notes };
    expect([0, 1, 2, 3].filter((seat) => isOut(PLAIN, now, seat))).toEqual([2, 3]);
    expect(isOut(PLAIN, { ...now, result: { scores: [], winners: [], losers: [], places: [] } }, 2)).toBe(false);
  });
});

describe('badges', () => {
  it('belong to a seat or to the middle', () => {
    const counters: WireCounter[] = [
      ['pot', null, 3, null],
      ['coins', 0, 7, null],
      ['coins', 1, 0, null],
    ];
    expect([texts(counters, null), texts(counters, 0), texts(counters, 1)]).toEqual([
      ['pot 3'],
      ['coins 7'],
      ['coins 0'],
    ]);
  });

  it('tell how near a goal is', () => {
    const [badge] = badgesOf(PLAIN, view([['points', 0, 4, 16]]), 0);
    expect([badge?.label, badge?.text, badge?.part]).toEqual(['Points', '4 / 16', 0.25]);
  });

  it('leave out what is zero for all, but never the score', () => {
    const counters: WireCounter[] = [
      ['tricks', 0, 0, null],
      ['tricks', 1, 0, null],
      ['points', 0, 0, null],
      ['points', 1, 0, null],
    ];
    expect(texts(counters, 0)).toEqual(['Points 0']);
  });

  it('mark the seat that a counter names, and the seats that have a flag', () => {
    const counters: WireCounter[] = [
      ['dealer', null, 1, null],
      ['ready', 0, 1, null],
      ['ready', 1, 0, null],
    ];
    expect([texts(counters, 0), texts(counters, 1), texts(counters, null)]).toEqual([['ready'], ['dealer'], []]);
  });

  it('do not repeat what the cards show, nor tell others what is only mine', () => {
    const counters: WireCounter[] = [
      ['cards', 0, 5, null],
      ['touched', 0, 2, null],
    ];
    expect([texts(counters, 0), texts(counters, 0, true)]).toEqual([['cards 5'], ['cards 5', 'touched 2']]);
    expect(texts(counters, 0, false, [['hand', 0, null, 'fan', 5]])).toEqual([]);
  });
});

describe('chips', () => {
  const now = view([
    ['round', null, 2, null],
    ['white', 0, 1, null],
    ['yellow', 0, 3, null],
    ['white', 1, 2, null],
    ['yellow', 1, 0, null],
  ]);

  it('of the round are in play, those of earlier rounds are kept', () => {
    expect(chipColour(CHIPS, now)).toBe('yellow');
    expect(chipsOf(CHIPS, now, 0)).toEqual([
      { colour: 'white', n: 1, current: false },
      { colour: 'yellow', n: 3, current: true },
    ]);
    expect(chipsInTheMiddle(CHIPS, now, 3).map((chip) => chip.n)).toEqual([1, 2]);
  });

  it('are no badges, and other games have none', () => {
    expect(badgesOf(CHIPS, now, 0)).toEqual([]);
    expect([chipsOf(PLAIN, now, 0), chipsInTheMiddle(PLAIN, now, 3)]).toEqual([[], []]);
  });
});
