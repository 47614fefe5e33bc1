import { beforeEach, describe, expect, it } from 'vitest';
import { decodeNote, type Note, type View } from '../lib/net/decode';
import type { Chair, GameInfo, WireNote } from '../lib/net/protocol';
import { prefs, type Speech } from '../lib/state/prefs.svelte';
import type { Picture } from '../lib/story/pictures';
import type { Shown } from '../lib/story/player.svelte';
import { comings, endAloud, type Listening, notesAloud, Teller } from './teller';

const GAME = {
  words: {
    draw: { ru: '{seat|Вы} {seat:тянет|тянете} {cards}.', en: '{seat|You} {seat:draws|draw} {cards}.' },
    'draw-hidden': { ru: '{seat} тянет карту.', en: '{seat} draws a card.' },
    pays: {
      ru: '{seat} платит; {other:получает|получаете} {other|вы}.',
      en: '{seat|You} {seat:pays|pay} {other|you} {n}.',
    },
    round: { ru: 'Раунд {n}.', en: 'Round {n}.' },
  },
  phases: { play: { ru: 'Ход', en: 'Play' } },
  asks: { play: { ru: 'Возьмите карту', en: 'Take a card' } },
  waits: {},
  counters: {},
} as unknown as GameInfo;
const NAMES = ['Ann', 'Bo', 'Cy'];
const note = (kind: string, seat: number | null, more: Partial<Note> = {}): Note => ({
  ...decodeNote([kind, seat, null, [], 0, ''] as WireNote),
  ...more,
});
const listening = (speech: Speech = 'full', more: Partial<Listening> = {}): Listening => ({
  game: GAME,
  you: 0,
  names: NAMES,
  chairs: [{ kind: 'person' }, { kind: 'person', name: 'Bo' }, { kind: 'bot' }],
  speech,
  assenting: false,
  ...more,
});
const view = (more: Partial<View>): View =>
  ({
    n: 1,
    kind: 'one',
    turn: [0],
    phase: 'play',
    legal: ['hit'],
    chosen: null,
    ask: null,
    bots: [],
    log: [],
    result: null,
    counters: [],
    ...more,
  }) as unknown as View;
const shown = (notes: Note[], after: Partial<View>, gains?: number[]): Shown => ({
  n: after.n ?? 1,
  picture: gains ? ({ gains } as unknown as Picture) : null,
  view: view(after),
  notes,
});

beforeEach(() => {
  prefs.lang = 'en';
});

describe('notes aloud', () => {
  const notes = [
    note('draw', 1, { cards: null }),
    note('round', null, { n: 2 }),
    note('draw', 0, { cards: ['Th', 9] }),
    note('pays', 1, { other: 0, n: 3 }),
  ];
  it('have my own part first, in the second person, and cards in words', () => {
    expect(notesAloud(notes, listening())).toBe('Bo draws a card. Round 2. You draw 10 of hearts, 9. Bo pays you 3.');
    prefs.lang = 'ru';
    expect(notesAloud(notes, listening())).toContain('Вы тянете 10 червей, 9. Bo платит; получаете вы.');
  });
  it('have my part before that of the others, unless something for all comes first', () => {
    const deal = [note('round', null, { n: 2 }), note('draw', 1, { cards: [4] }), note('draw', 0, { cards: [5] })];
    expect(notesAloud(deal, listening())).toBe('Round 2. You draw 5. Bo draws 4.');
  });
  it('are fewer where they should be brief', () => {
    expect(notesAloud(notes, listening('brief'))).toBe('Round 2. You draw 10 of hearts, 9. Bo pays you 3.');
  });
  it('name everybody to a watcher', () => {
    expect(notesAloud(notes.slice(2), listening('full', { you: null }))).toBe(
      'Ann draws 10 of hearts, 9. Bo pays Ann 3.',
    );
  });
});

describe('the teller', () => {
  const told = (speech: Speech, scenes: Shown[], more: Partial<Listening> = {}): string[] => {
    const said: string[] = [];
    const teller = new Teller(
      () => listening(speech, more),
      (text) => said.push(text),
    );
    scenes.forEach((scene) => teller.tell(scene));
    return said;
  };
  const mine = { cards: [7] };
  it('says what happened, then what is asked', () => {
    expect(told('full', [shown([note('draw', 2, mine)], {})])).toEqual(['Cy draws 7. Take a card.']);
    expect(told('full', [shown([note('draw', 0, mine)], {}, [3, -1, 0]), shown([], {})])).toEqual([
      'You draw 7. The round: you +3, Bo −1, Cy 0.',
      'Take a card.',
    ]);
  });
  it('asks again in another turn, but not because others have chosen', () => {
    const wait: Partial<View> = { kind: 'together', turn: [0, 1] };
    expect(
      told('full', [shown([], wait), shown([], { ...wait, n: 2 }), shown([], { n: 3 }), shown([], { n: 4 })]),
    ).toEqual(['Take a card.', 'Take a card.', 'Take a card.']);
  });
  it('says whom we wait for, unless it is a bot', () => {
    const of = (seat: number): Shown[] => [shown([], { turn: [seat], legal: [] })];
    expect([told('full', of(1)), told('full', of(2)), told('brief', of(1))]).toEqual([['Bo to move.'], [], []]);
    const chosen: Partial<View> = { kind: 'together', turn: [1, 2], legal: [], chosen: 'hit' };
    expect(told('full', [shown([], chosen), shown([], { ...chosen, turn: [1], n: 2 })])).toEqual([
      'You have chosen. Bo and Cy are still thinking.',
    ]);
  });
  it('asks nothing where the page agrees for me, and says nothing when it is off', () => {
    expect(told('full', [shown([], {})], { assenting: true })).toEqual([]);
    expect(told('off', [shown([note('draw', 0, mine)], {})])).toEqual([]);
  });
  it('tells on arrival the last move, and after a gap all that was missed', () => {
    const said: string[] = [];
    const teller = new Teller(
      () => listening(),
      (text) => said.push(text),
    );
    const entry = (n: number) => ({ n, notes: [note('round', null, { n })], bots: [] });
    teller.arrive(view({ n: 4, log: entry(4).notes }), [entry(3), entry(4)]);
    teller.arrive(view({ n: 6, log: entry(6).notes }), [entry(3), entry(4), entry(5), entry(6)]);
    expect(said).toEqual(['Round 4. Take a card.', 'Round 5. Round 6. Take a card.']);
  });
  it('tells the end with the points, the best first', () => {
    const result = { scores: [3, 9, 5], winners: [1], losers: [], places: [3, 1, 2] };
    expect(endAloud(view({ result }), listening())).toBe('Bo wins. Points: Bo 9, Cy 5, Ann 3.');
    const together = { scores: [1, 1, 1], winners: [0, 1, 2], losers: [], places: [1, 1, 1] };
    expect(endAloud(view({ result: together }), listening())).toBe('A draw: you all share the first place.');
    const gang = { ...GAME, cooperative: true };
    expect(endAloud(view({ result: together }), listening('full', { game: gang }))).toBe('You all win together!');
  });
});

describe('comings and goings', () => {
  const chairs = (...all: Chair[]): Chair[] => [{ kind: 'person', name: 'Me' }, ...all];
  const bo: Chair = { kind: 'person', name: 'Bo' };
  const news = (before: Chair, now: Chair): string[] => comings(chairs(before), chairs(now), 0);
  it('are told of everybody else', () => {
    expect(news({ kind: 'empty' }, bo)).toEqual(['Bo sits down.']);
    expect(news(bo, { kind: 'bot', level: 'easy' })).toEqual(['Bo leaves the seat.']);
    expect(news(bo, { ...bo, here: false })).toEqual(['Bo is not connected.']);
    expect(news({ ...bo, here: false }, { ...bo, here: false, away: true })).toEqual(['A bot plays for Bo.']);
    expect(news({ ...bo, here: false }, bo)).toEqual(['Bo is back.']);
    expect(news(bo, { kind: 'person', name: 'Di' })).toEqual(['Bo is now called Di.']);
    expect(news(bo, bo)).toEqual([]);
    expect(comings([], chairs(bo), 0)).toEqual([]);
    expect(comings(chairs(bo), [{ kind: 'bot', level: 'easy' }, bo], 0)).toEqual([]);
  });
});
