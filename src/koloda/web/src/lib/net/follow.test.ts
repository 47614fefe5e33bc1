import { describe, expect, it } from 'vitest';
import { decodeZone, type Zone } from './decode';
import { follow } from './follow';
import type { Face } from './protocol';

const zone = (name: string, owner: number | null, cards: Face[] | number): Zone =>
  decodeZone([name, owner, null, 'row', cards]);
const idsOf = (step: ReturnType<typeof follow>, key: string): number[] =>
  step.zones.find((one) => one.key === key)!.ids;

describe('cards followed from view to view', () => {
  const start = follow(null, [zone('deck', null, 3), zone('row', 0, [5, 7]), zone('row', 1, [])], 1);

  it('have identities of their own, and nothing moves at first', () => {
    expect(new Set(start.zones.flatMap((one) => one.ids)).size).toBe(5);
    expect(start.moves.travels).toEqual([]);
  });
  it('keep them where nothing changes', () => {
    const same = follow(
      start.zones,
      [zone('deck', null, 3), zone('row', 0, [5, 7]), zone('row', 1, [])],
      start.moves.nextId,
    );
    expect(same.zones).toEqual(start.zones);
    expect([...same.moves.travels, ...same.moves.turned]).toEqual([]);
  });
  it('fly from the deck and turn', () => {
    const hit = follow(
      start.zones,
      [zone('deck', null, 2), zone('row', 0, [5, 7]), zone('row', 1, [9])],
      start.moves.nextId,
    );
    expect(hit.moves.travels).toEqual([{ id: idsOf(hit, 'row/1/')[0], from: 'deck//', to: 'row/1/', turned: true }]);
    expect(idsOf(start, 'deck//')).toContain(idsOf(hit, 'row/1/')[0]);
    expect(idsOf(hit, 'row/0/')).toEqual(idsOf(start, 'row/0/'));
  });
  it('go by their faces before anything else', () => {
    const taken = follow(
      start.zones,
      [zone('deck', null, 3), zone('row', 0, [5]), zone('row', 1, [7])],
      start.moves.nextId,
    );
    expect(taken.moves.travels).toEqual([
      { id: idsOf(start, 'row/0/')[1], from: 'row/0/', to: 'row/1/', turned: false },
    ]);
  });
  it('are turned down on a pile while the next one comes from the deck', () => {
    const discarded = follow(
      start.zones,
      [zone('deck', null, 2), zone('discard', null, 2), zone('row', 0, [9]), zone('row', 1, [])],
      start.moves.nextId,
    );
    expect(idsOf(discarded, 'discard//')).toEqual(idsOf(start, 'row/0/'));
    expect(idsOf(start, 'deck//')).toContain(idsOf(discarded, 'row/0/')[0]);
  });
  it('turn in place', () => {
    const closed = follow(null, [zone('pile', null, [null])], 1);
    const open = follow(closed.zones, [zone('pile', null, ['As'])], closed.moves.nextId);
    expect(open.moves.turned).toEqual(idsOf(closed, 'pile//'));
    expect(open.moves.travels).toEqual([]);
  });
  it('may leave the table, come to it, and places may come and go', () => {
    const other = follow(start.zones, [zone('row', 0, [5, 7, 9, 9])], start.moves.nextId);
    expect(idsOf(other, 'row/0/').slice(0, 2)).toEqual(idsOf(start, 'row/0/'));
    expect(new Set(idsOf(other, 'row/0/')).size).toBe(4);
  });
  it('names a place by name, owner and slot', () =>
    expect(decodeZone(['part', null, 0, 'row', 0]).key).toBe('part//0'));
});
