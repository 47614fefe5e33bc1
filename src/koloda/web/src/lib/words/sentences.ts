/** What a game says, in the reader's language: its notes, hints and moves. */
import type { Note } from '../net/decode';
import type { Face, GameInfo, WireHint } from '../net/protocol';
import { prefs } from '../state/prefs.svelte';
import { cardName, cardsNames, cardsText, cardText, rankText, withCardNames, withCards } from './faces';
import { fill } from './fill';
import { both, t } from './fluent';
import { seatName } from './names';

/** How words reach their reader: which seat is theirs, and whether they listen instead of looking. */
export interface Reading {
  you?: number | null;
  aloud?: boolean;
}

/** One of the game's own words in the reader's language; ranks and cards are written as people write them. */
export function wordText(game: GameInfo, word: string, aloud = false): string {
  const text = game.words[`word-${word}`];
  return text ? both(text) : rankText(aloud ? withCardNames(word) : withCards(word));
}

/** A note as a sentence; if its cards are closed to the reader, in the words meant for that. */
export function sentence(game: GameInfo, note: Note, names: string[] = [], how: Reading = {}): string {
  const { kind, seat, other, cards, n, word } = note;
  const text = (cards === null ? game.words[`${kind}-hidden`] : undefined) ?? game.words[kind];
  if (!text) return kind;
  const args = {
    seat: seatName(seat, names),
    other: seatName(other, names),
    third: seatName(n, names),
    cards: how.aloud ? cardsNames(cards) : cardsText(cards),
    n,
    word: wordText(game, word, how.aloud),
  };
  const people = { seat, other, third: n };
  const reader = Object.entries(people).flatMap(([name, whose]) => (whose !== null && whose === how.you ? [name] : []));
  return fill(both(text), prefs.lang, args, reader);
}

/** A text that is read on: it ends like a sentence. */
export const asSentence = (text: string): string => (!text || /[.!?…]$/.test(text) ? text : `${text}.`);

/** A note that is shown under its own seat's name, which it therefore leaves out where it begins with it. */
export function ownSentence(game: GameInfo, note: Note, names: string[] = [], how: Reading = {}): string {
  const text = sentence(game, note, names, note.seat === how.you ? {} : how);
  const name = seatName(note.seat, names);
  const rest = name && text.startsWith(name) ? /^(?:: | [—–] | )(.+)$/s.exec(text.slice(name.length))?.[1] : undefined;
  return rest ? rest.charAt(0).toLocaleUpperCase(prefs.lang) + rest.slice(1) : sentence(game, note, names, how);
}

/** A hint as a sentence. */
export function hintSentence(game: GameInfo, hint: WireHint, names: string[] = []): string {
  const text = game.words[hint.kind];
  if (!text) return hint.kind;
  const args: Record<string, unknown> = { ...hint.args };
  for (const [name, value] of Object.entries(args)) {
    if ((name === 'seat' || name === 'other') && typeof value === 'number') args[name] = seatName(value, names);
    else if (name === 'word') args[name] = wordText(game, String(value));
    else if (name === 'cards' && (Array.isArray(value) || typeof value === 'string'))
      args[name] = cardsText(typeof value === 'string' ? value.split(' ') : (value as Face[]));
  }
  return fill(both(text), prefs.lang, args);
}

/** The game's own words for something, where it has them; else the page's. */
export function ownWords(game: GameInfo, name: string, id: string, args: Record<string, string> = {}): string {
  const text = game.words[name];
  return text ? fill(both(text), prefs.lang, args) : t(id, args);
}

/** A move in words: the name of its verb, then its arguments. */
export function moveSentence(game: GameInfo, move: string, names: string[] = [], aloud = false): string {
  const [name, args] = moveParts(game, move, names, aloud);
  return args ? `${name}: ${args}` : name;
}

/** The name of a move's verb, and its arguments ('' if it has none). The empty move means doing nothing. */
export function moveParts(
  game: GameInfo,
  move: string,
  names: string[] = [],
  aloud = false,
): [name: string, args: string] {
  const [name = '', ...words] = move.split(' ');
  const verb = game.verbs[name];
  if (!verb) return [move || t('tb-do-nothing'), ''];
  if (!words.length && verb.args.some((kind) => /^(cards|order)@/.test(kind)))
    return [both(verb.names), t('tb-no-cards')];
  return [
    both(verb.names),
    matched(verb.args, words)
      .map(([kind, text]) => argument(game, kind, text, names, aloud))
      .join(', '),
  ];
}

/** Each argument of a move with its kind; an argument of several cards takes all words that the others do not need. */
export function matched(kinds: string[], words: string[]): [kind: string, text: string][] {
  const spare = Math.max(0, words.length - kinds.length);
  const left = [...words];
  const pairs: [string, string][] = [];
  for (const kind of kinds) {
    const taken = left.splice(0, /^(cards|order)@/.test(kind) ? 1 + spare : 1);
    if (taken.length) pairs.push([kind, taken.join(' ')]);
  }
  return [...pairs, ...left.map((word): [string, string] => ['word', word])];
}

function argument(game: GameInfo, kind: string, text: string, names: string[], aloud: boolean): string {
  if (kind === 'seat' && /^\d+$/.test(text)) return seatName(Number(text), names);
  if (kind === 'zone' && game.zones[text]) return both(game.zones[text].names);
  if (/^(card|cards|order)@/.test(kind))
    return aloud ? text.split(' ').map(cardWord).join(', ') : text.split(' ').map(cardText).join(' ');
  return wordText(game, text, aloud);
}

/** A card that a move names, where numbers are texts, read aloud. */
const cardWord = (text: string): string => cardName(/^\d+$/.test(text) ? Number(text) : text);
