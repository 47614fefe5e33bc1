import { beforeEach, describe, expect, it } from 'vitest';
import catalogueEn from '../catalogue/catalogue.en.ftl?raw';
import catalogueRu from '../catalogue/catalogue.ru.ftl?raw';
import hostEn from '../host/host.en.ftl?raw';
import hostRu from '../host/host.ru.ftl?raw';
import consentEn from '../consent/consent.en.ftl?raw';
import consentRu from '../consent/consent.ru.ftl?raw';
import personEn from '../person/person.en.ftl?raw';
import personRu from '../person/person.ru.ftl?raw';
import houseEn from '../house/house.en.ftl?raw';
import houseRu from '../house/house.ru.ftl?raw';
import endEn from '../end/end.en.ftl?raw';
import endRu from '../end/end.ru.ftl?raw';
import sealEn from '../seal/seal.en.ftl?raw';
import sealRu from '../seal/seal.ru.ftl?raw';
import settingsEn from '../settings/settings.en.ftl?raw';
import settingsRu from '../settings/settings.ru.ftl?raw';
import waitingEn from '../waiting/waiting.en.ftl?raw';
import waitingRu from '../waiting/waiting.ru.ftl?raw';
import peopleEn from '../../table/people/people.en.ftl?raw';
import peopleRu from '../../table/people/people.ru.ftl?raw';
import en from './en.ftl?raw';
import reviewEn from '../review/review.en.ftl?raw';
import reviewRu from '../review/review.ru.ftl?raw';
import ru from './ru.ftl?raw';
import tableEn from './table.en.ftl?raw';
import tableRu from './table.ru.ftl?raw';
import type { GameInfo } from '../net/protocol';
import { fill } from './fill';
import { prefs } from '../state/prefs.svelte';
import { decodeNote } from '../net/decode';
import { t } from './fluent';
import { chairName, matchNames, personName, playerName, seatName } from './names';
import { cardText, facesIn } from './faces';
import { hintSentence, moveSentence, ownSentence, sentence } from './sentences';

const GAME = {
  words: {
    take: { ru: '{seat} берёт {cards}: {n} {n:очко|очка|очков}.', en: '{seat} takes {cards}: {n} {n:point|points}.' },
    'take-hidden': { ru: '{seat} берёт карту.', en: '{seat} takes a card.' },
    'word-low': { ru: 'младшую', en: 'the lowest' },
    rank: { ru: '{seat} — {word}.', en: '{seat} is {word}.' },
    best: { ru: 'Рука ({cards}).', en: 'Hand ({cards}).' },
    odds: { ru: 'Шанс {n} из {m}, {word}.', en: '{n} in {m}, {word}.' },
  },
  verbs: {
    fold: { names: { ru: 'Спасовать', en: 'Fold' }, args: ['card@row', 'seat'], auto: false, assent: false },
    lay: { names: { ru: 'Положить', en: 'Lay' }, args: ['cards@hand'], auto: false, assent: false },
  },
  zones: {},
} as unknown as GameInfo;

beforeEach(() => {
  prefs.lang = 'ru';
});

const ids = (text: string): string[] => [...text.matchAll(/^([a-z][\w-]*) =/gm)].map((found) => found[1] ?? '').sort();

describe('words', () => {
  it('has the same messages in both languages, each once', () => {
    for (const [here, there] of [
      [ru, en],
      [tableRu, tableEn],
      [reviewRu, reviewEn],
      [sealRu, sealEn],
      [catalogueRu, catalogueEn],
      [hostRu, hostEn],
      [houseRu, houseEn],
      [endRu, endEn],
      [waitingRu, waitingEn],
      [settingsRu, settingsEn],
      [peopleRu, peopleEn],
      [personRu, personEn],
      [consentRu, consentEn],
    ] as const) {
      expect(ids(here)).toEqual(ids(there));
      expect(new Set(ids(here)).size).toBe(ids(here).length);
    }
  });

  it('does not say a name again under that name', () => {
    prefs.lang = 'en';
    const names = ['Ann', 'Bo'];
    expect(ownSentence(GAME, decodeNote(['take', 0, null, [7], 2, '']), names)).toBe('Takes 7: 2 points.');
    expect(ownSentence(GAME, decodeNote(['take', 1, null, [7], 1, '']), ['Ann', 'Bo'])).toBe('Takes 7: 1 point.');
    expect(ownSentence(GAME, decodeNote(['odds', 0, null, [], 2, 'low']), names)).toBe(
      sentence(GAME, decodeNote(['odds', 0, null, [], 2, 'low']), names),
    );
  });

  it('speaks to the reader where the name is not left out', () => {
    prefs.lang = 'en';
    const last = { en: 'The last {cards}. {seat|You} {seat:beats|beat} {other|you}.', ru: '' };
    const hits = { en: '{seat|You} {seat:hits|hit} {other|you}.', ru: '' };
    const game = { ...GAME, words: { last, hits } };
    const told = (kind: string, you: number): string =>
      ownSentence(game, decodeNote([kind, 0, 1, [7], 0, '']), ['Ann', 'Bo'], { you });
    expect([told('last', 0), told('last', 1)]).toEqual(['The last 7. You beat Bo.', 'The last 7. Ann beats you.']);
    expect([told('hits', 0), told('hits', 1)]).toEqual(['Hits Bo.', 'Hits you.']);
  });

  it('does not begin with the dash that stood after the name', () => {
    expect(ownSentence(GAME, decodeNote(['rank', 0, null, [], 0, 'low']), ['Аня'])).toBe('Младшую.');
  });

  it('names a third person, who may be the reader', () => {
    prefs.lang = 'en';
    const third = { en: '{third:looks|look}: {third|you}', ru: '' };
    const game = { ...GAME, words: { ...GAME.words, third } };
    const told = (you: number): string =>
      sentence(game, decodeNote(['third', 0, null, [], 1, '']), ['Ann', 'Bo'], { you });
    expect([told(0), told(1)]).toEqual(['looks: Bo', 'look: you']);
  });

  it('writes a part of a number as the language does', () => {
    expect([
      fill('{n}', 'ru', { n: 0.9 }),
      fill('{n}', 'en', { n: 0.9 }),
      fill('{n}', 'ru', { n: '-1.25' }),
      fill('{n}', 'ru', { n: '1.2.3' }),
    ]).toEqual(['0,9', '0.9', '−1,25', '1.2.3']);
  });

  it('shows cards that a word names as cards', () => {
    expect(sentence(GAME, decodeNote(['rank', 0, null, [], 0, 'Qd Tc']), ['Аня'])).toBe('Аня — Q♦ 10♣.');
    expect(sentence(GAME, decodeNote(['rank', 0, null, [], 0, 'Asset']), ['Аня'])).toBe('Аня — Asset.');
  });

  it('shows the cards of a hint as cards, however they came', () => {
    const shown = (cards: unknown): string => hintSentence(GAME, { kind: 'best', args: { cards } });
    expect([shown('9d Th'), shown(['9d', 'Th']), shown('10 7')]).toEqual([
      'Рука (9♦ 10♥).',
      'Рука (9♦ 10♥).',
      'Рука (10 7).',
    ]);
  });

  it('chooses every plural form by PLURAL, not by Intl', () => {
    for (const text of [ru, en, tableRu, tableEn, reviewRu, reviewEn, catalogueRu, catalogueEn, endRu, endEn]) {
      const choices = [...text.matchAll(/\{ ([^{}]*) ->\s*\[(\w+)\]/g)].filter((found) => found[2] === 'one');
      expect(choices.filter((found) => !/^PLURAL\(\$\w+\)$/.test(found[1] ?? ''))).toEqual([]);
    }
  });

  it('switches the language', () => {
    expect(t('play-now')).toBe('Играть');
    prefs.lang = 'en';
    expect(t('play-now')).toBe('Play now');
  });

  it('counts in Russian', () => {
    expect([1, 3, 5, 21].map((n) => t('minutes', { n }))).toEqual(['1 минута', '3 минуты', '5 минут', '21 минута']);
  });

  it('writes and counts small numbers as Intl does', () => {
    for (const lang of ['ru', 'en'] as const) {
      prefs.lang = lang;
      for (const n of [0, 1, 2, 5, 11, 12, 21, 22, 101, 111, 122, 999, 1000, 21001, 1.5]) {
        const form = t('minutes', { n }).replace(/^[\d\s.,]+/, '');
        const same = [...Array(1000).keys()].find(
          (m) => new Intl.PluralRules(lang).select(m) === new Intl.PluralRules(lang).select(n),
        );
        expect(t('minutes', { n })).toBe(`${new Intl.NumberFormat(lang).format(n)} ${form}`);
        if (same !== undefined) expect(form).toBe(t('minutes', { n: same }).replace(/^\d+ /, ''));
      }
    }
  });

  it('shows the id of a message that is missing', () => expect(t('no-such-words')).toBe('no-such-words'));
});

describe('sentences of a game', () => {
  it('fills in names, cards and nouns that agree', () => {
    expect(sentence(GAME, decodeNote(['take', 1, null, ['Th', 7], 2, '']), ['Анна', 'Борис'])).toBe(
      'Борис берёт 10♥ 7: 2 очка.',
    );
  });

  it('uses the words meant for closed cards', () => {
    expect(sentence(GAME, decodeNote(['take', 0, null, null, 0, '']), ['Анна'])).toBe('Анна берёт карту.');
  });

  it('translates the word of a hint', () => {
    expect(hintSentence(GAME, { kind: 'odds', args: { n: 1, m: 4, word: 'low' } })).toBe('Шанс 1 из 4, младшую.');
  });

  it('says a move', () => {
    expect(moveSentence(GAME, 'fold 9 1', ['Анна', 'Борис'])).toBe('Спасовать: 9, Борис');
    expect(moveSentence(GAME, 'lay Th 9c 8d')).toBe('Положить: 10♥ 9♣ 8♦');
    expect(moveSentence(GAME, 'lay')).toBe('Положить: ни одной карты');
  });

  it('names seats, bots and guests', () => {
    expect(seatName(2)).toBe('Место 3');
    expect(playerName({ name: '', bot: 'easy' }, 1)).toBe('Борис');
    expect(playerName({ name: '', bot: null }, 1)).toBe('Гость 2');
    expect(playerName({ name: 'bot:easy', bot: null }, 1)).toBe('bot:easy');
    expect(chairName({ kind: 'person' }, 0)).toBe('Гость 1');
    expect(chairName({ kind: 'person', name: 'Гость abc' }, 0)).toBe('Гость abc');
    expect(chairName({ kind: 'empty' }, 0)).toBe('Свободно');
    expect([personName('Анна', 1), personName('', 1), personName('')]).toEqual(['Анна', 'Гость 2', 'Гость']);
    prefs.lang = 'en';
    expect([personName('', 1), personName('')]).toEqual(['Guest 2', 'Guest']);
  });

  it('names nobody in an uploaded record, where nobody knows who played it', () => {
    const nobody = { name: '', bot: null };
    const match = { id: 'm', record: {}, when: 0, players: [nobody, { name: '', bot: 'easy' }, nobody] } as const;
    expect(matchNames({ ...match, players: [...match.players] })).toEqual(['Место 1', 'Борис', 'Место 3']);
    expect(matchNames({ ...match, players: [...match.players], record: { seal: {} } })).toEqual([
      'Гость 1',
      'Борис',
      'Гость 3',
    ]);
  });

  it('writes cards as people write them', () => {
    expect([null, '*', 'As', 10, '10', 'T', 'Th', 'Jk', 'Jk1', 'Jx', 'J'].map(cardText)).toEqual([
      '▒',
      '★',
      'A♠',
      '10',
      '10',
      '10',
      '10♥',
      '★',
      '★',
      'J',
      'J',
    ]);
  });

  it('keeps the little grammar of core/text.py', () => {
    expect(fill('{n} {n:point|points}', 'en', { n: 1 })).toBe('1 point');
    expect([1, 2, 5, 11, 21, 112].map((n) => fill('{n:a|b|c}', 'ru', { n })).join('')).toBe('abccac');
  });

  it('finds the cards that a rules page writes, and nothing else', () => {
    expect(facesIn('10♥ Th 2c', ['2c', 'Th'])).toEqual(['Th', 'Th', '2c']);
    expect(facesIn('7 7 ★', [7, '*'])).toEqual([7, 7, '*']);
    expect(facesIn('7 11', [7])).toBeNull();
    expect(facesIn('K Q', ['Kh', 'Qh'])).toBeNull();
  });
});
