import { describe, expect, it } from 'vitest';
import { applyChange } from '../net/apply';
import { decodeNote, decodeView, type View } from '../net/decode';
import { followCards } from '../net/follow';
import type { FullView, ViewChange, WireBeat, WireNote } from '../net/protocol';
import { storyOf } from './pictures';

const WIRE: FullView = {
  t: 'view',
  n: 4,
  kind: 'together',
  turn: [0, 1],
  phase: 'round',
  zones: [
    ['stock', null, null, 'pile', 40],
    ['row', 0, null, 'row', [6, 9]],
    ['row', 1, null, 'row', [9]],
    ['used', null, null, 'pile', []],
  ],
  counters: [['score', 0, 3, 16]],
  legal: ['hit'],
  chosen: 'hit',
  notes: [],
  log: [],
  chat: true,
};
const BEFORE = followCards(decodeView(WIRE), null);
const note = (kind: string, seat: number | null, cards: number[] | null = []): WireNote => [
  kind,
  seat,
  null,
  cards,
  0,
  '',
];
const LOG = [note('draws', 0, [9]), note('pair', 0, [9]), note('round', null), note('deals', 1, [2])];
const BEATS: WireBeat[] = [
  ['land', 2, { zones: [[0, 39]], more: [[1, [9]]] }],
  [
    'curtain',
    3,
    {
      zones: [
        [1, []],
        [2, []],
      ],
      more: [[3, [6, 9, 9, 9]]],
      counters: [[0, 12]],
      gains: [9, 0],
    },
  ],
];
const CHANGE: ViewChange = {
  t: 'change',
  n: 5,
  since: 4,
  log: LOG,
  zones: [
    [0, 37],
    [1, [1]],
    [2, [2]],
    [3, [6, 9, 9, 9]],
  ],
  counters: [[0, 12]],
};
const story = storyOf(BEFORE, applyChange(BEFORE, CHANGE), BEATS);
const [landed, curtain] = story.pictures;
const faces = (view: View | undefined): unknown[] => view?.zones.slice(1).map((zone) => zone.faces) ?? [];

describe('the story of a move', () => {
  it('is a picture for each beat, each the difference from the one before', () => {
    expect(story.pictures.map(({ effect }) => effect)).toEqual(['land', 'curtain']);
    expect(faces(landed?.view)).toEqual([[6, 9, 9], [9], []]);
    expect(faces(curtain?.view)).toEqual([[], [], [6, 9, 9, 9]]);
    expect(faces(story.final)).toEqual([[1], [2], [6, 9, 9, 9]]);
    expect(curtain?.view.counters[0]).toMatchObject({ value: 12, goal: 16 });
  });
  it('tells every note once, in order', () => {
    expect(story.pictures.map(({ notes }) => notes.map(({ kind }) => kind))).toEqual([['draws', 'pair'], ['round']]);
    expect(story.rest).toEqual([decodeNote(LOG[3]!)]);
    expect(curtain?.view.log).toHaveLength(3);
  });
  it('lets nobody move before its end', () => {
    expect(landed?.view).toMatchObject({ n: 4, kind: 'one', turn: [], legal: [], chosen: null });
    expect([landed?.n, story.final.n, story.final.legal]).toEqual([5, 5, ['hit']]);
  });
  it('follows every card', () => {
    const row = landed?.view.zones[1]?.ids;
    expect(landed?.view.moves.travels).toMatchObject([{ id: row?.[2], from: 'stock//', to: 'row/0/' }]);
    expect(curtain?.view.zones[3]?.ids).toEqual(expect.arrayContaining(row ?? []));
    expect(story.final.zones[3]?.ids).toEqual(curtain?.view.zones[3]?.ids);
  });
  it('lights up the cards that it names, with their likes in the same row only', () => {
    const ids = landed?.view.zones[1]?.ids ?? [];
    expect([...(landed?.lit ?? [])]).toEqual([ids[1], ids[2]]);
    expect(curtain?.lit.size).toBe(0);
  });
  it('lights up a card where it was turned up, not its like before who looks at it', () => {
    const beat: WireBeat = ['flip', 1, { more: [[1, [9]]] }];
    const after = { ...BEFORE, log: [decodeNote(note('looks', 1, [9]))] };
    const [picture] = storyOf(BEFORE, after, [beat]).pictures;
    expect([...(picture?.lit ?? [])]).toEqual(picture?.view.zones[1]?.ids.slice(1));
  });
  it('says what a round has brought', () => expect([landed?.gains, curtain?.gains]).toEqual([[], [9, 0]]));
  it('may have other places than before', () => {
    const beat: WireBeat = [
      'flip',
      0,
      {
        table: [[['open', 1, null, 'row', [6, 9]]], [['count', 1, 2, null]]],
        labels: [['open', 1, null, LOG[0]!]],
      },
    ];
    const view = storyOf(BEFORE, BEFORE, [beat]).pictures[0]?.view;
    expect(view?.zones).toMatchObject([{ key: 'open/1/', faces: [6, 9] }]);
    expect(view?.counters).toMatchObject([{ name: 'count', value: 2 }]);
    expect(view?.labels).toMatchObject([{ key: 'open/1/', note: { kind: 'draws' } }]);
  });
  it('has no picture without beats, or where nothing lay before', () => {
    expect(storyOf(BEFORE, BEFORE).pictures).toEqual([]);
    expect(storyOf(null, BEFORE, BEATS)).toMatchObject({ pictures: [], rest: [] });
  });
});
