import { beforeEach, describe, expect, it } from 'vitest';
import { decodeNote, type LogEntry, type View } from '../net/decode';
import type { GameInfo } from '../net/protocol';
import { prefs } from '../state/prefs.svelte';
import { headline, isWin, reasons } from './reason';

const NAMES = ['Guest 1', 'Vera', 'Gleb'];
const GAME = {
  words: {
    takes: { ru: '{seat} берёт {cards}.', en: '{seat|You} {seat:takes|take} {cards}.' },
    loses: { ru: '{seat} проигрывает: {n}.', en: '{seat|You} {seat:loses|lose} with {n}.' },
    wins: { ru: 'Выигрывает {seat}.', en: '{seat|You} {seat:wins|win}.' },
    scores: { ru: '{seat}: {n}.', en: '{seat}: {n}.' },
  },
} as unknown as GameInfo;

const ended = (winners: number[], losers: number[], places: number[]): View =>
  ({ result: { winners, losers, places, scores: [0, 0, 0] } }) as unknown as View;
const note = (kind: string, seat: number, n = 0, cards: number[] = []): LogEntry['notes'][number] =>
  decodeNote([kind, seat, null, cards, n, '']);

beforeEach(() => {
  prefs.lang = 'en';
});

describe('the headline', () => {
  it('speaks of me', () => {
    expect(headline(GAME, ended([0], [], [1, 2, 3]), 0, NAMES)).toBe('You win!');
    expect(headline(GAME, ended([0, 2], [], [1, 3, 1]), 0, NAMES)).toBe('You and Gleb win');
    expect(headline(GAME, ended([1], [], [2, 1, 3]), 0, NAMES)).toBe('Place 2 of 3. Vera wins');
    expect(headline(GAME, ended([1], [0], [3, 1, 2]), 0, NAMES)).toBe('You lose. Vera wins');
    expect(headline(GAME, ended([], [2], [1, 1, 3]), 0, NAMES)).toBe('You survive! Gleb loses');
    expect(headline(GAME, ended([], [0], [3, 1, 1]), 0, NAMES)).toBe('You lose');
  });

  it('tells a watcher who has won', () => {
    expect(headline(GAME, ended([1], [], [2, 1, 3]), null, NAMES)).toBe('Vera wins');
    expect(isWin(ended([1], [], [2, 1, 3]), null)).toBe(false);
  });

  it('is Russian in Russian', () => {
    prefs.lang = 'ru';
    expect(headline(GAME, ended([1], [], [2, 1, 3]), 0, ['Аня', 'Вера', 'Глеб'])).toBe(
      'Ваше место — 2 из 3. Выигрывает Вера',
    );
  });
});

describe('the reasons', () => {
  const view = ended([], [2], [1, 1, 3]);

  it('are the last sentences of the last move', () => {
    const log = [
      { n: 7, notes: [note('takes', 1, 0, [3])], bots: [] },
      { n: 8, notes: [note('takes', 2, 0, [8]), note('loses', 2, 19)], bots: [] },
      { n: 9, notes: [], bots: [] },
    ];
    expect(reasons(GAME, view, log, 0, NAMES)).toEqual(['Gleb takes 8.', 'Gleb loses with 19.']);
    expect(reasons(GAME, view, log, 2, NAMES)).toEqual(['You take 8.', 'You lose with 19.']);
  });

  it('repeat neither the headline nor what is told of everybody', () => {
    const notes = [...[0, 1, 2].map((seat) => note('scores', seat, 5)), note('takes', 1, 0, [3]), note('wins', 1)];
    expect(reasons(GAME, ended([1], [], [2, 1, 3]), [{ n: 1, notes, bots: [] }], null, NAMES)).toEqual([
      'Vera takes 3.',
    ]);
    expect(reasons(GAME, view, [], 0, NAMES)).toEqual([]);
  });
});
