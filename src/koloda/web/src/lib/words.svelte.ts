import { FluentBundle, type FluentVariable } from '@fluent/bundle';
import type { Both, GameInfo } from './api';
import { fill, plural } from './fill';
import { prefs } from './prefs.svelte';
import type { ArchivedMatch, Chair, Face, Lang, Player, WireHint, WireNote } from './protocol';

type Pattern = Parameters<FluentBundle['formatPattern']>[0];

/** All of src/words: `ru.ftl`, `en.ftl`, and more of them as `part.ru.ftl`, `part.en.ftl`. */
const FILES = import.meta.glob<Record<string, Pattern>>('../words/*.ftl', { import: 'default', eager: true });
const CLOSED = '▒';
const SUITS: Record<string, string> = { c: '♣', d: '♦', h: '♥', s: '♠' };
const bundles = new Map<Lang, FluentBundle>();

/** Small whole numbers are written and counted without Intl, which takes a tenth of a second to wake up on a slow machine. */
function countQuickly(made: FluentBundle, lang: Lang): void {
  const forms: Intl.LDMLPluralRule[] = lang === 'ru' ? ['one', 'few', 'many'] : ['one', 'other'];
  const small = (n: number): boolean => Number.isInteger(n) && n >= 0 && n < 1000;
  const format = (n: number): string => (small(n) ? String(n) : new Intl.NumberFormat(lang).format(n));
  const select = (n: number): Intl.LDMLPluralRule =>
    (small(n) ? forms[plural(lang, n)] : undefined) ?? new Intl.PluralRules(lang).select(n);
  made._intls.set(Intl.NumberFormat, { '{}': { format } as Intl.NumberFormat });
  made._intls.set(Intl.PluralRules, { '{}': { select } as Intl.PluralRules });
}

function bundle(lang: Lang): FluentBundle {
  const before = bundles.get(lang);
  if (before) return before;
  const made = new FluentBundle(lang, { useIsolating: false });
  countQuickly(made, lang);
  for (const [path, patterns] of Object.entries(FILES)) {
    if (!new RegExp(`[./]${lang}\\.ftl$`).test(path)) continue;
    made.addResource({ body: Object.entries(patterns).map(([id, value]) => ({ id, value, attributes: {} })) });
  }
  bundles.set(lang, made);
  return made;
}

/** The language of the page; state. */
export const lang = (): Lang => prefs.lang;

/** Words of the page itself, in its language. */
export function t(id: string, args?: Record<string, FluentVariable>): string {
  const words = bundle(prefs.lang);
  const message = words.getMessage(id);
  return message?.value ? words.formatPattern(message.value, args ?? null) : id;
}

/** Words that come in both languages. */
export const both = (text: Both): string => text[prefs.lang];

/** What a seat is called: by its name if there is one, else by its number. */
export function seatName(seat: number | null | undefined, names: string[] = []): string {
  if (seat === null || seat === undefined) return '';
  return names[seat] || t('seat', { n: seat + 1 });
}

/** What the page calls who sits on a seat; bots have names too. */
export function chairName(chair: Chair, seat: number): string {
  if (chair.kind === 'bot') return botName(seat);
  return chair.kind === 'person' ? chair.name || guestName(seat) : t('empty-seat');
}

/** What the page calls who played on a seat of a finished match. */
export const playerName = (player: Player, seat: number): string =>
  player.bot ? botName(seat) : player.name || guestName(seat);

/** The names of a finished match; of an uploaded record (nothing is sealed there) nobody knows who played it. */
export const matchNames = (match: ArchivedMatch): string[] =>
  match.players.map((player, seat) =>
    match.secret || player.bot || player.name ? playerName(player, seat) : seatName(seat));

/** A bot's name; it goes with the seat, so that it stays the same all match long. */
export function botName(seat: number): string {
  const names = t('bot-names').split(', ');
  return names[seat % names.length] ?? '';
}

/** A guest without a name, by their seat. */
const guestName = (seat: number): string => `${t('guest')} ${seat + 1}`;

/** A person who has no seat; whoever has not given themselves a name is a guest. */
export const personName = (name: string): string => name || t('guest');

/** A card in a sentence: 10♥, 7, ★; a closed one is a shaded box. */
export function cardText(face: Face): string {
  if (face === null) return CLOSED;
  const french = /^([2-9TJQKA])([cdhs])$/.exec(String(face));
  if (!french) return face === '*' || face === 'Jk' ? '★' : face === 'Jx' ? 'J' : String(face);
  return `${french[1] === 'T' ? '10' : french[1]}${SUITS[french[2] ?? '']}`;
}

const cardsText = (cards: Face[] | null): string => (cards === null ? CLOSED : cards.map(cardText).join(' '));

/** A word of the game's own in the reader's language; cards named in it are shown as cards. */
function wordText(game: GameInfo, word: string): string {
  const text = game.words[`word-${word}`];
  return text ? both(text) : word.replace(/\b[2-9TJQKA][cdhs]\b/g, cardText);
}

/** A note as its reader hears it; if its cards are closed to him, in the words meant for that. */
export function sentence(game: GameInfo, note: WireNote, names: string[] = []): string {
  const [kind, seat, other, cards, n, word] = note;
  const text = (cards === null ? game.words[`${kind}-hidden`] : undefined) ?? game.words[kind];
  if (!text) return kind;
  return fill(both(text), prefs.lang, {
    seat: seatName(seat, names), other: seatName(other, names), cards: cardsText(cards), n, word: wordText(game, word),
  });
}

/** A note that stands under its own seat's name: it need not say the name again. */
export function ownSentence(game: GameInfo, note: WireNote, names: string[] = []): string {
  const text = sentence(game, note, names);
  const name = seatName(note[1], names);
  const rest = name && text.startsWith(name) ? /^(?:: | [—–] | )(.+)$/s.exec(text.slice(name.length))?.[1] : undefined;
  return rest ? rest.charAt(0).toLocaleUpperCase(prefs.lang) + rest.slice(1) : text;
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
export function moveSentence(game: GameInfo, move: string, names: string[] = []): string {
  const [name, args] = moveParts(game, move, names);
  return args ? `${name}: ${args}` : name;
}

/** The name of a move's verb, and its arguments ('' if it has none); no move is to do nothing. */
export function moveParts(game: GameInfo, move: string, names: string[] = []): [name: string, args: string] {
  const [name = '', ...words] = move.split(' ');
  const verb = game.verbs[name];
  if (!verb) return [move || t('rv-advice-wait'), ''];
  if (!words.length && verb.args.some((kind) => /^(cards|order)@/.test(kind))) return [both(verb.names), t('tb-no-cards')];
  return [both(verb.names), matched(verb.args, words).map(([kind, text]) => argument(game, kind, text, names)).join(', ')];
}

/** Each argument of a move with its kind; an argument of several cards takes all words that the others leave. */
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

function argument(game: GameInfo, kind: string, text: string, names: string[]): string {
  if (kind === 'seat' && /^\d+$/.test(text)) return seatName(Number(text), names);
  if (kind === 'zone' && game.zones[text]) return both(game.zones[text].names);
  if (/^(card|cards|order)@/.test(kind)) return text.split(' ').map(cardText).join(' ');
  return wordText(game, text);
}
