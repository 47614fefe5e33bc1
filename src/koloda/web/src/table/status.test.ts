import { beforeEach, describe, expect, it } from 'vitest';
import type { GameInfo } from '../lib/net/protocol';
import { prefs } from '../lib/state/prefs.svelte';
import { decodeCounter, type View } from '../lib/net/decode';
import { waitsFor } from './read';
import { resultLine, statusLine } from './status';

const GAME = {
  counters: { content: { names: { ru: 'Доволен', en: 'Content' }, show: 'ready', colour: '' } },
  phases: { grab: { ru: 'Берите фишки', en: 'Take chips' }, swap: { ru: 'Обмен', en: 'Exchange' } },
  asks: { swap: { ru: 'Выберите карту', en: 'Choose a card to give away' } },
  waits: { swap: { ru: '{seats}: обмен', en: '{seats}: choosing what to give' } },
  words: { 'ask-left': { ru: 'Выберите карту для соседа слева ({other})', en: 'Choose a card for {other}' } },
} as unknown as GameInfo;
const NAMES = ['Ann', 'Bo', 'Cy'];
const free = (...ready: number[]): View =>
  ({
    kind: 'free',
    turn: [0, 1, 2],
    phase: 'grab',
    result: null,
    counters: ready.map((value, seat) => decodeCounter(['content', seat, value, null])),
  }) as unknown as View;

beforeEach(() => {
  prefs.lang = 'en';
});

describe('a turn where all may act at will', () => {
  it('says that the others wait when they all do', () => {
    expect(statusLine(GAME, free(0, 1, 1), 0, NAMES)).toBe('Everybody else is ready. Take chips');
    expect(statusLine(GAME, free(0, 1, 0), 0, NAMES)).toBe('Act whenever you like. Take chips');
  });
  it('waits for nobody where no one has to agree', () => {
    expect([
      waitsFor(GAME, free(), 0),
      waitsFor(GAME, free(0), 0),
      waitsFor(GAME, free(1, 1, 1), 0),
      waitsFor(GAME, free(1, 0, 1), 1),
    ]).toEqual([false, false, false, true]);
  });
});

describe('what is asked', () => {
  const view = (kind: string, phase: string, turn: number[], more: Partial<View> = {}): View =>
    ({ kind, phase, turn, result: null, counters: [], chosen: null, ask: null, ...more }) as unknown as View;
  const line = (shown: View, you: number | null = 0): string => statusLine(GAME, shown, you, NAMES);
  it('is the sentence of the moment, or that of the phase', () => {
    expect(line(view('together', 'swap', [0, 1]))).toBe('Choose a card to give away');
    const ask = { kind: 'ask-left', seat: null, other: 1, cards: [], n: 0, word: '' };
    expect(line(view('together', 'swap', [0, 1], { ask }))).toBe('Choose a card for Bo');
    expect(line(view('one', 'grab', [0]))).toBe('Your turn. Take chips');
  });
  it('tells those who wait whom they wait for', () => {
    expect(line(view('together', 'swap', [1, 2]))).toBe('Bo and Cy: choosing what to give');
    expect(line(view('together', 'swap', [2], { chosen: 'give 3' }))).toBe(
      'You have chosen. Cy: choosing what to give',
    );
    expect(line(view('one', 'swap', [2]), null)).toBe('Cy: choosing what to give');
    expect(line(view('one', 'grab', [2]))).toBe('Cy to move');
  });
  it('agrees with one or several in Russian', () => {
    prefs.lang = 'ru';
    expect(line(view('together', 'grab', [1]))).toBe('Ещё думает Bo');
    expect(line(view('together', 'grab', [1, 2]))).toBe('Ещё думают Bo и Cy');
  });
});

describe('the end', () => {
  const over = (winners: number[], losers: number[], cooperative = false): string =>
    resultLine({ cooperative } as unknown as GameInfo, { result: { winners, losers } } as unknown as View, 0, NAMES);
  it('is told as the player sees it', () => {
    expect([
      over([0], [1, 2]),
      over([1], []),
      over([0, 1, 2], []),
      over([0, 1, 2], [], true),
      over([], [0, 1, 2]),
      over([], [0]),
      over([], [1]),
      over([], []),
    ]).toEqual([
      'You win!',
      'Bo wins',
      'A draw: you all share the first place',
      'You all win together!',
      'You all lose together',
      'You lose',
      'You survive! Bo loses',
      'Nobody wins',
    ]);
  });
});
