import { describe, expect, it } from 'vitest';
import { applyChange, withEntry } from './apply';
import { decodeCounter, decodeNote, decodeView, type LogEntry } from './decode';
import type { ViewChange } from './protocol';

const VIEW = decodeView({
  t: 'view',
  n: 4,
  kind: 'one',
  turn: [1],
  phase: 'round',
  zones: [
    ['stock', null, null, 'pile', 40],
    ['row', 0, null, 'row', [6, 9]],
    ['row', 1, null, 'row', []],
  ],
  counters: [
    ['score', 0, 3, 16],
    ['score', 1, 0, 16],
  ],
  legal: ['hit', 'fold 6 0'],
  chosen: 'hit',
  notes: [],
  log: [['told', 0, null, [9], 0, '']],
  chat: true,
  result: null,
  deadline: 500,
});
const CHANGE: ViewChange = { t: 'change', n: 5, since: 4, log: [] };

describe('applying a change', () => {
  it('leaves as it was what is not named, but the move number and the log', () => {
    expect(applyChange(VIEW, CHANGE)).toEqual({ ...VIEW, n: 5, log: [] });
  });

  it('replaces the cards of a zone and lays more cards at the end of another', () => {
    const after = applyChange(VIEW, {
      ...CHANGE,
      zones: [
        [0, 39],
        [2, [4]],
      ],
      more: [[1, [4, 4]]],
    });
    expect(after.zones.map((zone) => zone.faces)).toEqual([new Array(39).fill(null), [6, 9, 4, 4], [4]]);
    expect(after.zones[1]).toMatchObject({ key: 'row/0/', name: 'row', owner: 0, slot: null, look: 'row' });
  });

  it('does not touch the view before', () => {
    const before = structuredClone(VIEW);
    applyChange(VIEW, { ...CHANGE, zones: [[0, 1]], more: [[1, [4]]], counters: [[0, 9]] });
    expect(VIEW).toEqual(before);
  });

  it('changes a counter and keeps its goal', () => {
    expect(applyChange(VIEW, { ...CHANGE, counters: [[1, 7]] }).counters).toEqual([
      decodeCounter(['score', 0, 3, 16]),
      decodeCounter(['score', 1, 7, 16]),
    ]);
  });

  it('tells a choice taken back from one left as it was', () => {
    expect(applyChange(VIEW, CHANGE).chosen).toBe('hit');
    expect(applyChange(VIEW, { ...CHANGE, chosen: null }).chosen).toBeNull();
  });

  it('takes empty lists, no and zero for what they are', () => {
    const after = applyChange(VIEW, { ...CHANGE, legal: [], turn: [], chat: false, deadline: 0, zones: [[1, []]] });
    expect(after).toMatchObject({ legal: [], turn: [], chat: false, deadline: 0 });
    expect(after.zones[1]?.faces).toEqual([]);
  });

  it('refuses a change that does not fit', () => {
    expect(() => applyChange(VIEW, { ...CHANGE, zones: [[7, 1]] })).toThrow('place 7 of 3');
    expect(() => applyChange(VIEW, { ...CHANGE, more: [[0, [1]]] })).toThrow('closed pile');
  });
});

describe('the log', () => {
  const note = decodeNote(['hit', 0, null, [9], 0, '']);
  const entry = (n: number): LogEntry => ({ n, notes: [note], bots: [] });

  it('grows by one line a move, and silent moves leave none', () => {
    expect(withEntry([entry(1)], 3, [note])).toEqual([entry(1), entry(3)]);
    expect(withEntry([entry(1)], 2, [])).toEqual([entry(1)]);
  });

  it('does not repeat a move that is told again', () => {
    expect(withEntry([entry(1), entry(2)], 2, [note])).toHaveLength(2);
  });

  it('starts anew with a new match', () => {
    expect(withEntry([entry(8)], 0, [note])).toEqual([entry(0)]);
  });
});
