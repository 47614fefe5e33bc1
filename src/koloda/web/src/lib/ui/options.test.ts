import { describe, expect, it } from 'vitest';
import type { GameInfo, GameOption } from '../net/protocol';
import { botsOf, chosen, defaultFor, startsAtOnce } from './options';

const option = (part: Partial<GameOption>): GameOption => ({
  name: 'target',
  names: { ru: '', en: '' },
  help: { ru: '', en: '' },
  default: 11,
  by_seats: { '2': 31 },
  follows: '',
  following: {},
  choices: [],
  low: 5,
  high: 31,
  json: false,
  ...part,
});
const GAME = {
  options: [option({}), option({ name: 'cards', default: [], by_seats: {}, json: true })],
} as unknown as GameInfo;

describe('house rules', () => {
  it('have a default that may depend on the seats', () => {
    expect(defaultFor(option({}), 2)).toBe(31);
    expect(defaultFor(option({}), 6)).toBe(11);
    expect(defaultFor(option({ default: false, by_seats: { '4': true } }), 4)).toBe(true);
  });

  it('have a default that may follow another option', () => {
    const rules = option({ name: 'rules', default: 'book', by_seats: {} });
    const target = option({ default: 99, by_seats: {}, follows: 'rules', following: { parlett: 100 } });
    const echo = option({ name: 'echo', default: 'book', by_seats: {}, follows: 'rules' });
    const game = { options: [rules, target, echo] } as unknown as GameInfo;
    const both: Record<string, string>[] = [{}, { rules: 'parlett' }];
    expect(both.map((given) => [defaultFor(target, 3, game, given), defaultFor(echo, 3, game, given)])).toEqual([
      [99, 'book'],
      [100, 'parlett'],
    ]);
    expect(chosen(game, 3, { rules: 'parlett', target: 100 })).toEqual({ rules: 'parlett' });
    expect(chosen(game, 3, { rules: 'parlett', target: 99 })).toEqual({ rules: 'parlett', target: 99 });
  });

  it('send only what differs from the default', () => {
    expect(chosen(GAME, 2, { target: 31, cards: [] })).toEqual({});
    expect(chosen(GAME, 3, { target: 31, cards: [1], stranger: 5 })).toEqual({ target: 31, cards: [1] });
  });

  it('leave the first seat to whoever makes the table', () => {
    expect(botsOf(['easy', 'easy', null, 'strong', 'normal'], 4)).toEqual([null, 'easy', null, 'strong']);
    expect(startsAtOnce([null, 'easy', 'easy'])).toBe(true);
    expect(startsAtOnce([null, 'easy', null])).toBe(false);
  });
});
