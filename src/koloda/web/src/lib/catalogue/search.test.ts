import { describe, expect, it } from 'vitest';
import type { GameLine } from '../net/protocol';
import { fitting, NO_WISH, sounds } from './search';

const line = (id: string, ru: string, en: string, more: Partial<GameLine> = {}): GameLine =>
  ({
    id,
    family: 'one',
    family_names: { ru: 'Семейство', en: 'Family' },
    names: { ru, en },
    other_names: [],
    blurb: { ru: '', en: '' },
    seats: [2, 4],
    tags: [],
    ...more,
  }) as unknown as GameLine;

const GAMES = [
  line('two', 'Дайте две!', 'Pairs', { tags: [{ id: 'quick', names: { ru: 'быстрая', en: 'quick' } }] }),
  line('cat', 'Котёнок', 'Kitty', { seats: [3, 6] }),
  line('gang', 'Банда', 'The Gang', { blurb: { ru: 'Покер без слов', en: 'Poker without words' } }),
  line('poker', 'Гоблинский покер', 'Goblin Poker', { family: 'two' }),
  line('maid', 'Ведьма', 'Witch', { other_names: [{ ru: 'Акулина', en: 'Akulina' }] }),
  line('rich', 'Богач', 'Tycoon', { seats: [2, 15] }),
];
const find = (text: string): string[] => fitting(GAMES, { ...NO_WISH, text }).map(({ id }) => id);

describe('the search', () => {
  it('hears the same in either alphabet', () => {
    for (const text of ['Дайте две', 'dajte dve', 'DAYTE DVE', 'daite dve!']) expect(find(text)).toEqual(['two']);
    expect(sounds('Щётка')).toBe(sounds('shchyotka'));
    expect(sounds('Подфилим')).toBe(sounds('podfilim'));
  });

  it('does not care for ё, nor for the language of the page', () => {
    for (const text of ['котёнок', 'котенок', 'kotenok', 'kotyonok', 'kitty', 'kity'])
      expect(find(text)).toEqual(['cat']);
  });

  it('finds other names and what a game is about, names first', () => {
    expect(find('akul')).toEqual(['maid']);
    expect(find('покер')).toEqual(['poker', 'gang']);
    expect(find('bogach')).toEqual(['rich']);
    expect(find('быстр')).toEqual(['two']);
  });

  it('finds the beginnings of words only, and nothing where nothing fits', () => {
    expect(find('анда')).toEqual([]);
    expect(find('bridge')).toEqual([]);
    expect(find(' ')).toHaveLength(GAMES.length);
  });

  it('narrows by seats, family and tags', () => {
    const ids = (wish: object): string[] => fitting(GAMES, { ...NO_WISH, ...wish }).map(({ id }) => id);
    expect(ids({ seats: 2 })).not.toContain('cat');
    expect(ids({ seats: 6 })).toEqual(['cat', 'rich']);
    expect(ids({ family: 'two' })).toEqual(['poker']);
    expect(ids({ tags: ['quick'] })).toEqual(['two']);
    expect(ids({ tags: ['quick', 'bluff'] })).toEqual([]);
  });
});
