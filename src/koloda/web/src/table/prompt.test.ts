import { beforeEach, describe, expect, it } from 'vitest';
import type { View } from '../lib/net/decode';
import type { GameInfo } from '../lib/net/protocol';
import { live } from '../lib/state/announce.svelte';
import { prefs } from '../lib/state/prefs.svelte';
import { Prompt } from './prompt.svelte';

const verb = (name: string, ...args: string[]) => ({ names: { ru: name, en: name }, args, auto: false });
const GAME = {
  verbs: {
    draw: verb('Draw'),
    attack: verb('Attack', 'seat'),
    play: verb('Play', 'cards@hand'),
    bid: verb('Bid', 'number'),
    fold: verb('Fold'),
  },
  zones: {},
  words: {},
} as unknown as GameInfo;
const CARDS = ['4s', '5h', '5d', '9c'];
const card = (index: number) => ({ zone: 'hand', owner: 0, index, face: CARDS[index] as string });

/** A prompt with these legal moves; what it plays and asks is in `sent`. */
function prompt(...legal: string[]): { prompt: Prompt; sent: string[] } {
  const sent: string[] = [];
  const hand = { key: 'hand/0/', name: 'hand', owner: 0, slot: null, look: 'fan', faces: CARDS, ids: [] };
  const view = { legal, zones: [hand] } as unknown as View;
  const source = { game: GAME, view, you: 0, names: ['Ann', 'Bo', 'Cy'], playable: true, assenting: false };
  return {
    sent,
    prompt: new Prompt({
      ...source,
      move: (text: string) => sent.push(text),
      why: (text: string) => sent.push(`why ${text}`),
    }),
  };
}
const shown = ({ actions }: Prompt): string[] => actions.map(({ digit, label }) => `${digit} ${label}`);

beforeEach(() => {
  prefs.lang = 'en';
});

describe('the buttons', () => {
  it('keep their order and digits whatever is chosen', () => {
    const { prompt: regent } = prompt('attack 1', 'attack 2', 'draw', 'fold');
    expect(shown(regent)).toEqual(['1 Draw', '2 Attack…', '5 Fold']);
    expect(regent.primary).toBeNull();
    regent.tapVerb('attack');
    expect(shown(regent)).toEqual(['1 Draw', '2 Attack…', '5 Fold']);
    expect([regent.primary, regent.need]).toEqual([null, 'Choose a player']);
    regent.tapValue('seat', '2', false);
    expect(shown(regent)).toEqual(['1 Draw', '2 Attack: Cy', '5 Fold']);
    expect(regent.primary).toBe('attack');
  });

  it('have one that stands out: the move that is put together, or the only one', () => {
    const { prompt: tycoon } = prompt('play 5', 'play 5 5', 'play 9', 'fold');
    expect(tycoon.primary).toBeNull();
    tycoon.tap(card(1));
    expect(shown(tycoon)).toEqual(['3 Play: 5', '5 Fold']);
    expect(tycoon.primary).toBe('play');
    expect(prompt('draw').prompt.primary).toBe('draw');
    expect(prompt('draw', 'fold').prompt.primary).toBeNull();
  });

  it('of a number say what is chosen, and wait for it in their place', async () => {
    const { prompt: bids, sent } = prompt('bid 0', 'bid 1', 'bid 2');
    expect(bids.actions).toMatchObject([
      { label: 'Bid…', move: null, opens: false, values: { values: ['0', '1', '2'] } },
    ]);
    bids.explain('bid');
    await Promise.resolve();
    expect([bids.reason, live.lines.at(-1)?.text]).toEqual(['Choose a number', 'Choose a number.']);
    bids.setValue('number', '2', 'bid');
    expect(bids.actions).toMatchObject([{ label: 'Bid: 2', move: 'bid 2' }]);
    expect([bids.primary, bids.reason, sent]).toEqual(['bid', '', []]);
  });
});

describe('a choice that cannot be made', () => {
  it('is shown, and the server is asked why', () => {
    const { prompt: pairs, sent } = prompt('play 5 5', 'fold');
    pairs.tap(card(1));
    expect(pairs.actions[0]).toMatchObject({ label: 'Play: 5', move: null, opens: false });
    expect(pairs.primary).toBeNull();
    pairs.explain('play');
    expect(sent).toEqual(['why play 5']);
  });

  it('of a card that is not lit is explained too', () => {
    const { prompt: pairs, sent } = prompt('play 5 5', 'fold');
    pairs.explainCard(card(0));
    expect(sent).toEqual(['why play 4']);
  });

  it('takes up the verb while another one fits as well', () => {
    const { prompt: both } = prompt('attack 1', 'play 5 5', 'fold');
    expect(both.actions.map(({ opens }) => opens)).toEqual([true, true, false]);
  });
});
