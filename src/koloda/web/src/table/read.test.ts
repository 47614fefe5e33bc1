import { beforeEach, describe, expect, it } from 'vitest';
import { decodeView, type Note, type View } from '../lib/net/decode';
import type { CounterInfo, CounterShow, GameInfo, WireCounter, WireZone } from '../lib/net/protocol';
import { prefs } from '../lib/state/prefs.svelte';
import { badgesOf, badgeText, chipsInTheMiddle, chipsOf, hasChips, isOut } from './read';

const shown = (name: string, show: CounterShow, colour = ''): [string, CounterInfo] => [
  name,
  { names: { ru: `${name} по-русски`, en: name }, show, colour },
];
const PLAIN = {
  counters: Object.fromEntries([
    shown('wins', 'score'),
    shown('tricks', 'number'),
    shown('shuffler', 'seat'),
    shown('starter', 'flag'),
    shown('content', 'ready'),
    shown('held', 'cards'),
    shown('secret', 'own'),
  ]),
  out_notes: ['left', 'left-early'],
} as unknown as GameInfo;
const CHIPS = {
  ...PLAIN,
  counters: {
    ...PLAIN.counters,
    ...Object.fromEntries([
      shown('stage', 'chip-round'),
      shown('pale', 'chip', 'white'),
      shown('sunny', 'chip', 'yellow'),
    ]),
  },
};

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
    badge.mark ? badge.label : `${badge.label} ${badgeText(badge, badge.value)}`,
  );

beforeEach(() => {
  prefs.lang = 'en';
});

describe('a seat that is out', () => {
  const note = (kind: string, seat: number): Note => ({ kind, seat, other: null, cards: [], n: 0, word: '' });
  it('is one of whom a note says so that the game declares, until the match is over', () => {
    const notes = [note('left', 2), note('left-early', 3), note('is-out', 0), note('passed', 1)];
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
    const [badge] = badgesOf(PLAIN, view([['wins', 0, 4, 16]]), 0);
    expect([badge?.label, badge?.value, badge?.goal, badge?.part]).toEqual(['wins', 4, 16, 0.25]);
    expect(badgeText(badge!, 3)).toBe('3 / 16');
  });

  it('have the name that the game gives them in the language of the page', () => {
    prefs.lang = 'ru';
    expect(texts([['wins', 0, 4, null]], 0)).toEqual(['wins по-русски 4']);
  });

  it('leave out what is zero for all, but never the score', () => {
    const counters: WireCounter[] = [
      ['tricks', 0, 0, null],
      ['tricks', 1, 0, null],
      ['wins', 0, 0, null],
      ['wins', 1, 0, null],
    ];
    expect(texts(counters, 0)).toEqual(['wins 0']);
  });

  it('mark the seat that a counter names, and the seats that have a flag', () => {
    const counters: WireCounter[] = [
      ['shuffler', null, 1, null],
      ['content', 0, 1, null],
      ['content', 1, 0, null],
      ['starter', 0, 0, null],
      ['starter', 1, 1, null],
    ];
    expect([texts(counters, 0), texts(counters, 1), texts(counters, null)]).toEqual([
      ['content'],
      ['shuffler', 'starter'],
      [],
    ]);
  });

  it('do not repeat what the cards show, nor tell others what is only mine', () => {
    const counters: WireCounter[] = [
      ['held', 0, 5, null],
      ['secret', 0, 2, null],
    ];
    expect([texts(counters, 0), texts(counters, 0, true)]).toEqual([['held 5'], ['held 5', 'secret 2']]);
    expect(texts(counters, 0, false, [['hand', 0, null, 'fan', 5]])).toEqual([]);
  });

  it('are chosen by the declaration alone, whatever the counter is called', () => {
    const counters: WireCounter[] = [
      ['dealer', null, 1, null],
      ['points', 0, 0, null],
      ['ready', 0, 1, null],
      ['touched', 0, 2, null],
    ];
    expect([texts(counters, null), texts(counters, 0), texts(counters, 1)]).toEqual([
      ['dealer 1'],
      ['ready 1', 'touched 2'],
      [],
    ]);
  });
});

describe('chips', () => {
  const now = view([
    ['stage', null, 2, null],
    ['pale', 0, 1, null],
    ['sunny', 0, 3, null],
    ['pale', 1, 2, null],
    ['sunny', 1, 0, null],
  ]);

  it('of the round are in play, those of earlier rounds are kept', () => {
    expect(chipsOf(CHIPS, now, 0)).toEqual([
      { name: 'pale', label: 'pale', colour: 'white', n: 1, current: false },
      { name: 'sunny', label: 'sunny', colour: 'yellow', n: 3, current: true },
    ]);
    expect(chipsInTheMiddle(CHIPS, now, 3).map(({ name, n }) => [name, n])).toEqual([
      ['sunny', 1],
      ['sunny', 2],
    ]);
  });

  it('are no badges, and games that declare none have none', () => {
    expect(badgesOf(CHIPS, now, 0)).toEqual([]);
    expect([hasChips(CHIPS), hasChips(PLAIN)]).toEqual([true, false]);
    expect([chipsOf(PLAIN, now, 0), chipsInTheMiddle(PLAIN, now, 3)]).toEqual([[], []]);
  });
});
