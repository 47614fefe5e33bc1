import { describe, expect, it } from 'vitest';
import {
  assentsAmongBots,
  attempt,
  attemptWith,
  cardPick,
  type Chosen,
  clickCard,
  clickValue,
  clickVerb,
  complete,
  isSplit,
  missing,
  narrow,
  NOTHING,
  openValues,
  orderMove,
  parse,
  revise,
} from './legal';
import { means } from '../lib/words/faces';

const VERBS = {
  hit: { args: [] },
  fold: { args: ['card@row', 'seat'] },
  gift: { args: ['card@hand', 'seat'] },
  look: { args: ['seat'] },
  discard: { args: ['cards@hand'] },
  play: { args: ['cards@hand'] },
  split: { args: ['number', 'number', 'number'] },
  stack: { args: ['order@hand'] },
  propose: { args: ['seat', 'word'] },
  pass: { args: [] },
};
const moves = (...texts: string[]) => texts.map((text) => parse(text, VERBS));
const hand = (face: number | string, index: number, owner: number | null = 0): Chosen => ({
  zone: 'hand',
  owner,
  index,
  face,
});
const texts = (found: { text: string }[]) => found.map((move) => move.text);

describe('a mere assent', () => {
  const verbs = { open: { args: [], assent: true }, bid: { args: ['card@hand'] } };
  const chairs = (...kinds: ('person' | 'bot' | 'empty')[]) => kinds.map((kind) => ({ kind }));
  it('is given by the page where everybody else is a bot', () => {
    expect(assentsAmongBots(['open'], verbs, chairs('bot', 'person', 'bot'), 1)).toBe(true);
  });
  it('is left to the player who has company, or another move', () => {
    expect(assentsAmongBots(['open'], verbs, chairs('person', 'person', 'bot'), 1)).toBe(false);
    expect(assentsAmongBots(['bid 3', 'open'], verbs, chairs('bot', 'person'), 1)).toBe(false);
    expect(assentsAmongBots(['bid 3'], verbs, chairs('bot', 'person'), 1)).toBe(false);
    expect(assentsAmongBots([], verbs, chairs('bot', 'person'), 1)).toBe(false);
  });
});

describe('a move taken apart', () => {
  it('knows its arguments by their kinds', () => {
    expect(parse('gift 5 2', VERBS)).toMatchObject({
      verb: 'gift',
      zone: 'hand',
      shape: 'card',
      cards: ['5'],
      values: { seat: '2' },
    });
    expect(parse('discard 2 10 10', VERBS).cards).toEqual(['2', '10', '10']);
    expect(parse('split 1 2 4', VERBS).values).toEqual({ number: '1', number2: '2', number3: '4' });
  });
  it('takes arguments that are left out', () => {
    expect(parse('fold', VERBS)).toMatchObject({ cards: [], values: {} });
    expect(parse('propose 1', VERBS).values).toEqual({ seat: '1' });
  });
  it('names a card by its face or its rank', () => {
    expect([
      means('3', '3s'),
      means('3s', '3s'),
      means('J', 'Jk'),
      means('Jk', 'Jk'),
      means('Jk', 'Jk2'),
      means('Jk1', 'Jk2'),
      means('Jk', 'Jx'),
      means('1', 10),
      means('3', null),
    ]).toEqual([true, true, false, true, true, false, false, false, false]);
  });
});

describe('narrowing', () => {
  const regent = moves('look 1', 'look 2', 'gift 5 1', 'gift 9 1', 'gift 9 2');
  it('needs every click, in any order', () => {
    const card = clickCard(regent, NOTHING, hand(9, 1), 0)!;
    expect(texts(narrow(regent, card))).toEqual(['gift 9 1', 'gift 9 2']);
    expect(texts(complete(regent, clickValue(regent, card, 'seat', '2')))).toEqual(['gift 9 2']);
    expect(texts(complete(regent, clickValue(regent, NOTHING, 'seat', '2')))).toEqual(['look 2']);
    expect(missing(regent, card)).toEqual(['seat']);
    expect(openValues(regent, clickVerb(regent, NOTHING, 'gift'), 'seat')).toEqual(['1', '2']);
  });
  it('refuses a card that no move names', () => expect(cardPick(regent, NOTHING, hand(7, 0), 0)).toBeNull());
  it('does not take a card of another hand', () => expect(cardPick(regent, NOTHING, hand(9, 0, 3), 0)).toBeNull());
  it('names the owner of a card that lies before them', () => {
    const pairs = moves('hit', 'fold 3 1', 'fold 3 2');
    const picked = cardPick(pairs, NOTHING, { zone: 'row', owner: 2, index: 0, face: 3 }, 0)!;
    expect(texts(complete(pairs, picked))).toEqual(['fold 3 2']);
  });
  it('takes several cards, and equal ones each once', () => {
    const monster = moves('discard', 'discard 10', 'discard 10 10', 'discard 2 10');
    const one = clickCard(monster, NOTHING, hand(10, 1), 0)!;
    const two = clickCard(monster, one, hand(10, 2), 0)!;
    expect(texts(complete(monster, NOTHING))).toEqual(['discard']);
    expect(texts(complete(monster, two))).toEqual(['discard 10 10']);
    expect(texts(complete(monster, clickCard(monster, two, hand(10, 1), 0)!))).toEqual(['discard 10']);
  });
  it('puts down what does not go with a new card', () => {
    const tycoon = moves('play 3', 'play 3 3', 'play 4', 'pass');
    const three = clickCard(tycoon, NOTHING, hand('3s', 0), 0)!;
    expect(clickCard(tycoon, three, hand('4d', 2), 0)!.cards.map((card) => card.face)).toEqual(['4d']);
  });
  it('forgets what the table has made impossible', () => {
    const chosen = clickCard(regent, NOTHING, hand(9, 1), 0)!;
    expect(revise(moves('look 1'), chosen)).toBe(NOTHING);
    expect(revise(regent, chosen)).toBe(chosen);
  });
});

describe('a move that cannot be made', () => {
  it('is written as far as it goes, its cards in the order of the move', () => {
    const pairs = moves('play 5 5', 'play 7 7', 'pass');
    const one = clickCard(pairs, NOTHING, hand('5h', 1), 0)!;
    expect(attempt(narrow(pairs, one), one)).toBe('play 5');
    const crib = moves('discard 2 7 9', 'discard 2 7 8');
    const two = clickCard(crib, clickCard(crib, NOTHING, hand(7, 1), 0)!, hand(2, 0), 0)!;
    expect(attempt(narrow(crib, two), two)).toBe('discard 2 7');
  });
  it('is none while another thing than a card is missing', () => {
    const gifts = moves('gift 5 1', 'gift 5 2');
    const card = clickCard(gifts, NOTHING, hand(5, 0), 0)!;
    expect(attempt(narrow(gifts, card), card)).toBeNull();
    expect(attempt(gifts, NOTHING)).toBeNull();
  });
  it('names the card that was meant, by its rank and as often as it is held where moves do so', () => {
    const pairs = moves('play 9 9', 'pass').filter((move) => move.zone === 'hand');
    expect(attemptWith(pairs, NOTHING, hand('4s', 0), ['4s', '4d', '4c', '9s', '9d'])).toBe('play 4 4');
    expect(attemptWith(moves('play 9s', 'play 9d'), NOTHING, hand('4s', 0), ['4s', '4d'])).toBe('play 4s');
    expect(attemptWith(moves('gift 5 1'), NOTHING, hand(9, 0), [5, 9])).toBe('gift 9 1');
    expect(attemptWith([], NOTHING, hand(9, 0), [9])).toBeNull();
  });
});

describe('controls of their own', () => {
  it('sees a row cut in three', () => {
    expect(isSplit(moves('split 1 2 4', 'split 3 3 1'))).toBe(7);
    expect(isSplit(moves('split 1 2 4', 'split 3 3 3'))).toBeNull();
    expect(isSplit(moves('look 1'))).toBeNull();
  });
  it('finds the move of an order', () => {
    const stacks = moves('stack 3 8', 'stack 8 3');
    expect(orderMove(stacks, 'stack', [8, 3])).toBe('stack 8 3');
    expect(orderMove(stacks, 'stack', [8, 8])).toBeNull();
  });
});
