import { describe, expect, it } from 'vitest';
import { adviceSentence, bare, close, ordered, spoken } from './advice';
import { prefs } from '../state/prefs.svelte';
import type { GameInfo, Hints, WireAdvice, WireEstimate } from '../net/protocol';

const option = (move: string, value: number, error = 0.01): WireEstimate => ({ move, value, error, worlds: 40 });
const both = (text: string) => ({ ru: text, en: text });
const GAME = {
  verbs: {
    hit: { names: both('Hit'), args: [], auto: false, assent: false },
    fold: { names: both('Fold'), args: ['card@row', 'seat'], auto: false, assent: false },
  },
  zones: {},
  words: { 'hint-hit': both('Hit: {percent}% to pair.'), 'hint-fold': both('It costs {n} now.') },
} as unknown as GameInfo;
const hints = (advice: WireAdvice): Hints => ({
  t: 'hints',
  n: 3,
  advice,
  hints: [
    { kind: 'hint-hit', args: { percent: 18 }, move: 'hit' },
    { kind: 'hint-fold', args: { n: 3 }, move: 'fold' },
  ],
});

describe('advice', () => {
  prefs.lang = 'en';

  it('is one sentence with shares, odds and prices', () => {
    const told = adviceSentence(
      GAME,
      hints({ move: 'hit', options: [option('hit', 0.273, 0.009), option('fold 3 1', 0.2, 0)] }),
      ['Ann', 'Bob'],
    );
    expect(told).toBe('Hit — 27.3 ±\u00a00.9% chance to win (18% to pair); fold: 3, Bob — 20.0% (it costs 3 now).');
  });

  it('says when two moves are as good, when a mix is better, and when there are no estimates', () => {
    expect(
      adviceSentence(GAME, hints({ move: 'hit', options: [option('hit', 0.25), option('fold', 0.249)] }), []),
    ).toBe(
      'Hit — 25.0 ±\u00a01.0% chance to win (18% to pair); about the same: fold — 24.9 ±\u00a01.0% (it costs 3 now).',
    );
    expect(
      adviceSentence(
        GAME,
        hints({
          move: 'hit',
          mixture: { fold: 0.3, hit: 0.7 },
          options: [option('hit', 0.25), option('fold', 0.24, 0)],
        }),
        [],
      ),
    ).toBe(
      'Hit — 70% of the time (25.0 ±\u00a01.0% chance to win; 18% to pair); fold — 30% of the time (24.0%; it costs 3 now); mixed, so as not to be read.',
    );
    expect(adviceSentence(GAME, hints({ move: 'hit' }), [])).toBe('Hit (this choice has no estimates) (18% to pair).');
    expect(adviceSentence(GAME, hints({ move: '' }), [])).toBe('There is no adviser for this game.');
  });

  it('speaks of another kind of move too', () => {
    const all = [option('play 1', 0.4), option('play 2', 0.3), option('play 3', 0.2), option('fold', 0.1)];
    expect(spoken(all).map((one) => one.move)).toEqual(['play 1', 'play 2', 'fold']);
    expect(spoken(all.slice(0, 3)).map((one) => one.move)).toEqual(['play 1', 'play 2', 'play 3']);
    expect(close(option('a', 0.5), option('b', 0.3))).toBe(false);
    expect(close(option('a', 0.5), option('b', 0.495))).toBe(true);
  });

  it('puts what is as good before what is worse, and says a verb once', () => {
    const all = [option('fold 3 0', 0.3), option('hit', 0.1), option('fold 4 1', 0.295)];
    expect(ordered(all).map(([head, one]) => [head, one.move])).toEqual([
      ['', 'fold 3 0'],
      ['same', 'fold 4 1'],
      ['worse', 'hit'],
    ]);
    expect(ordered(all.slice(0, 2)).map(([head]) => head)).toEqual(['', '']);
    expect(adviceSentence(GAME, { ...hints({ move: 'fold 3 0', options: all }), hints: [] }, ['Ann', 'Bob'])).toBe(
      'Fold: 3, Ann — 30.0 ±\u00a01.0% chance to win; about the same: 4, Bob — 29.5 ±\u00a01.0%; worse: hit — 10.0 ±\u00a01.0%.',
    );
  });

  it('speaks in the unit of a game that has one, of doing nothing, and of what is better by the estimates', () => {
    const words = { 'advice-first': both('{share} to be right'), 'advice-better': both('likelier:') };
    const game = { ...GAME, words } as unknown as GameInfo;
    const advice = { move: '', options: [option('', 0.3), option('hit', 0.5), option('fold', 0.1)] };
    expect(adviceSentence(game, { ...hints(advice), hints: [] }, [])).toBe(
      'Do nothing — 30.0 ±\u00a01.0% to be right; likelier: hit — 50.0 ±\u00a01.0%; worse: fold — 10.0 ±\u00a01.0%.',
    );
  });

  it('puts a hint into a sentence', () => {
    expect(bare('Hit: 18% to pair.', 'Hit')).toBe('18% to pair');
    expect(bare('The 4 would pair.', 'Play a card', '4')).toBe('the 4 would pair');
    expect(bare('The 4: takes 7.', 'Play a card', '4')).toBe('takes 7');
    expect(bare('The 14: takes 7.', 'Play a card', '4')).toBe('the 14: takes 7');
  });
});
