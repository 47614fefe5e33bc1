import { beforeEach, describe, expect, it } from 'vitest';
import type { GameInfo } from '../lib/net/protocol';
import { prefs } from '../lib/state/prefs.svelte';
import { decodeCounter, type View } from '../lib/net/decode';
import { waitsFor } from './read';
import { resultLine, statusLine } from './status';

const GAME = {
  counters: { content: { names: { ru: 'Доволен', en: 'Content' }, show: 'ready', colour: '' } },
  phases: { grab: { ru: 'Берите фишки', en: 'Take chips' } },
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
    expect(statusLine(GAME, free(0, 1, 1), 0, NAMES)).toBe('Everybody else is ready and waits for you. Take chips');
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

describe('the end', () => {
  const over = (winners: number[], losers: number[]): string =>
    resultLine({ result: { winners, losers } } as unknown as View, 0, NAMES);
  it('is told as the player sees it', () => {
    expect([
      over([0], [1, 2]),
      over([1], []),
      over([0, 1, 2], []),
      over([], [0, 1, 2]),
      over([], [0]),
      over([], [1]),
      over([], []),
    ]).toEqual([
      'You win!',
      'Bo wins',
      'You all win together!',
      'You all lose together',
      'You lose',
      'Bo loses',
      'Nobody wins',
    ]);
  });
});
