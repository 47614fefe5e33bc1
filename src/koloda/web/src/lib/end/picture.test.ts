import { describe, expect, it } from 'vitest';
import { lines } from './picture';

const letters = (text: string): number => text.length;

describe('lines of a picture', () => {
  it('break between words', () => {
    expect(lines('Gleb takes 8 and loses with 19 points', 14, 5, letters)).toEqual([
      'Gleb takes 8',
      'and loses with',
      '19 points',
    ]);
  });

  it('are at most so many', () => {
    expect(lines('one two three four five', 7, 2, letters)).toEqual(['one two', 'three…']);
    expect(lines('Extraordinarily', 4, 1, letters)).toEqual(['Extraordinarily']);
    expect(lines('', 4, 1, letters)).toEqual([]);
  });
});
