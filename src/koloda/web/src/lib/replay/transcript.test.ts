import { beforeEach, describe, expect, it } from 'vitest';
import { decodeView } from '../net/decode';
import type { FullView, GameInfo } from '../net/protocol';
import { prefs } from '../state/prefs.svelte';
import { replayLines, transcript } from './transcript';

const GAME = {
  words: { deal: { ru: 'Сдача', en: 'The deal' }, hit: { ru: '{seat}: ещё', en: '{seat} takes {cards}' } },
} as unknown as GameInfo;
const NAMES = ['Ann', 'Bo'];
const view = (n: number, more: Partial<FullView>): FullView =>
  ({
    n,
    kind: 'one',
    turn: [],
    phase: '',
    zones: [],
    counters: [],
    legal: [],
    chosen: null,
    notes: [],
    log: [],
    chat: true,
    result: null,
    ...more,
  }) as FullView;
const VIEWS = [
  view(0, { log: [['deal']] }),
  view(1, { log: [['hit', 0, null, ['Th']]], bots: [0] }),
  view(2, {}),
  view(3, { log: [['hit', 1, null, ['2c']]], hands: [[3, 1, true]] }),
].map((wire) => decodeView(wire));

beforeEach(() => {
  prefs.lang = 'en';
});

describe('a match as a text', () => {
  it('has a line for every move that told something, and for what happened beside the moves', () => {
    const lines = replayLines(GAME, VIEWS, NAMES);
    expect(lines.map(({ at }) => at)).toEqual([0, 1, 3]);
    expect(transcript('Pairs', lines, NAMES, 'Bo has lost.').split('\n')).toEqual([
      'Pairs',
      '',
      'The start. The deal',
      '1. Ann (bot) takes 10♥',
      '3. Bo takes 2♣',
      '   From here on a bot plays on seat 2.',
      '',
      'Bo has lost.',
      '',
    ]);
  });
});
