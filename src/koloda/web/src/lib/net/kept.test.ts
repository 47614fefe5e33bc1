import { describe, expect, it } from 'vitest';
import { type KeptReplay, MAX_CHARS, MAX_REPLAYS, withReplay } from './kept';

const seen = (id: string, eyes: Record<string, number> = { all: 10 }): KeptReplay =>
  ({ match: { id }, game: {}, eyes }) as unknown as KeptReplay;
const ids = (replays: KeptReplay[]): string[] => replays.map(({ match }) => match.id);

describe('the replays that are kept', () => {
  it('stand in the order in which they were seen, the last one first', () => {
    const list = withReplay([seen('a'), seen('b')], seen('b')).kept;
    expect(ids(list)).toEqual(['b', 'a']);
  });

  it('know all eyes that they were seen by', () => {
    expect(withReplay([seen('a')], seen('a', { 2: 5 })).kept[0]?.eyes).toEqual({ all: 10, 2: 5 });
  });

  it('are no more than so many', () => {
    const list = Array.from({ length: MAX_REPLAYS }, (_, i) => seen(String(i)));
    const { kept, dropped } = withReplay(list, seen('new'));
    expect(kept).toHaveLength(MAX_REPLAYS);
    expect(ids(dropped)).toEqual([String(MAX_REPLAYS - 1)]);
  });

  it('are no longer than so many letters together', () => {
    const big = { all: MAX_CHARS / 2 };
    const { kept, dropped } = withReplay([seen('a', big), seen('b', big)], seen('c', big));
    expect([ids(kept), ids(dropped)]).toEqual([['c', 'a'], ['b']]);
    expect(withReplay([], seen('huge', { all: MAX_CHARS + 1 })).kept).toEqual([]);
  });
});
