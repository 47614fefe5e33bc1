import { beforeEach, describe, expect, it, vi } from 'vitest';
import { decodeCounter, decodeNote, decodeZone, type View } from '../lib/net/decode';
import type { GameInfo } from '../lib/net/protocol';
import { live } from '../lib/state/announce.svelte';
import { prefs } from '../lib/state/prefs.svelte';
import { handAloud, lastAloud, movesAloud, type Scene, scoreAloud, seatAloud, tableAloud } from './aloud';
import { keyOf, letterOf, onSpeechKey, setKey } from './speech_keys.svelte';

const named = (en: string) => ({ names: { ru: en, en } });
const GAME = {
  zones: {
    stock: { ...named('Stock'), slots: {}, face: 'none' },
    held: { ...named('Held'), slots: {}, face: 'owner' },
    heap: { ...named('Heap'), slots: { 1: { ru: 'red', en: 'red' } }, face: 'all' },
  },
  counters: { won: { ...named('Won'), show: 'score' }, deal: { ...named('Deal'), show: 'number' } },
  verbs: { lay: { ...named('Lay'), args: ['card@held'] }, stop: { ...named('Stop'), args: [] } },
  words: { lays: { ru: '', en: '{seat|You} {seat:lays|lay} {cards}.' }, total: { ru: '', en: 'total {n}' } },
  phases: { act: { ru: '', en: 'Lay a card' } },
  asks: { act: { ru: '', en: 'Lay a card or stop' } },
  waits: {},
  out_notes: [],
} as unknown as GameInfo;
const VIEW = {
  n: 3,
  kind: 'one',
  turn: [0],
  phase: 'act',
  result: null,
  zones: [
    decodeZone(['stock', null, null, 'pile', 30]),
    decodeZone(['heap', null, 1, 'pile', ['2c', 'Th']]),
    decodeZone(['held', 0, null, 'fan', ['Qs', 'Th']]),
    decodeZone(['held', 1, null, 'fan', 4]),
  ],
  counters: [['won', 0, 7, 31] as const, ['won', 1, 9, 31] as const, ['deal', null, 2, null] as const].map((one) =>
    decodeCounter([...one]),
  ),
  legal: ['lay Qs', 'lay Th', 'stop'],
  chosen: null,
  ask: null,
  bots: [],
  undone: [],
  notes: [],
  labels: [{ key: 'held/0/', note: decodeNote(['total', 0, null, [], 20, '']) }],
  log: [decodeNote(['lays', 1, null, ['Th'], 0, ''])],
} as unknown as View;
const SCENE: Scene = {
  game: GAME,
  view: VIEW,
  you: 0,
  names: ['Ann', 'Bo'],
  playable: true,
  chair: (seat) => (seat ? { kind: 'bot', level: 'easy' } : { kind: 'person', name: 'Ann' }),
};

beforeEach(() => {
  prefs.lang = 'en';
  prefs.keys = {};
});

describe('a table read aloud', () => {
  it('tells my hand with its number', () => {
    expect(handAloud(SCENE)).toBe('Held: queen of spades, 10 of hearts, total 20. Won 7 of 31.');
    expect(handAloud({ ...SCENE, you: null })).toBe('You are watching');
  });
  it('tells the middle: of a pile how many cards, and the top one if it is open', () => {
    expect(tableAloud(SCENE)).toBe('Lay a card. Stock: 30 closed cards. Heap red: 2 cards, 10 of hearts. Deal 2.');
  });
  it('tells a seat', () => expect(seatAloud(SCENE, 1)).toBe('Bo, bot. Won 9 of 31. Held: 4 closed cards.'));
  it('tells the last move and the score', () => {
    expect(lastAloud(SCENE)).toBe('Bo lays 10 of hearts.');
    expect(lastAloud({ ...SCENE, you: 1 })).toBe('You lay 10 of hearts.');
    expect(scoreAloud(SCENE)).toBe('Ann (you): Won 7 of 31. Bo: Won 9 of 31.');
  });
  it('tells what I may do: few moves one by one, many by their number', () => {
    expect(movesAloud(SCENE)).toBe('Lay a card or stop. Lay: queen of spades. Lay: 10 of hearts. Stop.');
    const many = { ...VIEW, legal: [...Array.from({ length: 13 }, (_, at) => `lay ${at}`), 'stop'] };
    expect(movesAloud({ ...SCENE, view: many })).toBe('Lay a card or stop. Lay: 13 moves. Stop: 1 move.');
    expect(movesAloud({ ...SCENE, view: { ...VIEW, turn: [1], legal: [] } })).toBe('Bo to move.');
  });
});

describe('single keys', () => {
  const key = (name: string, code = ''): KeyboardEvent =>
    ({ key: name, code, repeat: false, shiftKey: false, preventDefault: () => undefined }) as unknown as KeyboardEvent;
  const told = (text: string): Promise<void> => vi.waitFor(() => expect(live.lines.at(-1)?.text).toBe(text));
  it('work on a keyboard that writes Russian', () => {
    expect([
      letterOf(key('h', 'KeyH')),
      letterOf(key('р', 'KeyH')),
      letterOf(key('a', 'KeyQ')),
      letterOf(key('5')),
    ]).toEqual(['h', 'h', 'a', '']);
  });
  it('ask, and a digit after the key of a seat tells that seat', async () => {
    expect(onSpeechKey(key('р', 'KeyH'), SCENE)).toBe(true);
    await told(handAloud(SCENE));
    expect(onSpeechKey(key('2'), SCENE)).toBe(false);
    onSpeechKey(key('s', 'KeyS'), SCENE);
    await told('Which seat? 1 Ann, 2 Bo.');
    expect(onSpeechKey(key('2'), SCENE)).toBe(true);
    await told(seatAloud(SCENE, 1));
    expect(onSpeechKey(key('2'), SCENE)).toBe(false);
  });
  it('can be changed and taken away; a key asks one thing only', () => {
    setKey('say-hand', 'm');
    expect([keyOf('say-hand'), keyOf('say-moves')]).toEqual(['m', '']);
    setKey('say-hand', '');
    expect(onSpeechKey(key('h', 'KeyH'), SCENE)).toBe(false);
    expect(onSpeechKey(key('m', 'KeyM'), SCENE)).toBe(false);
  });
});
