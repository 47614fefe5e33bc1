import { describe, expect, it } from 'vitest';
import type { Hints } from '../lib/net/protocol';
import { facesOfHints } from './marked.svelte';

const HINTS = {
  t: 'hints',
  hints: [
    { kind: 'hint-hand', move: '', args: { word: 'pair', cards: 'Kh Kd 9c' } },
    { kind: 'hint-play', move: 'play 2c', args: { cards: '2c' } },
    { kind: 'hint-share', move: '', args: { percent: 40 } },
  ],
} as unknown as Hints;

describe('cards that hints speak of', () => {
  it('are those named for no move in particular', () => {
    expect([...facesOfHints(HINTS)]).toEqual(['Kh', 'Kd', '9c']);
    expect(facesOfHints(null).size).toBe(0);
  });
});
