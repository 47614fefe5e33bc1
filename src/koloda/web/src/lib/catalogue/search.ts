/** Finds games by what people type: in both languages, in either alphabet, without caring for ё or doubled letters. */
import type { Both, GameLine } from '../net/protocol';

/** What the list is narrowed to. */
export interface Wish {
  text: string;
  /** How many play; 0: any number. */
  seats: number;
  family: string;
  tags: string[];
}

export const NO_WISH: Wish = { text: '', seats: 0, family: '', tags: [] };

const LATIN: Record<string, string> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'h',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'sh',
  ъ: '',
  ы: 'i',
  ь: '',
  э: 'e',
  ю: 'u',
  я: 'a',
};

/** Ways to write one sound; the longer ones first. */
const SOUNDS: [RegExp, string][] = [
  [/shch|sch/g, 'sh'],
  [/ye|yo|jo/g, 'e'],
  [/ya|ja|ia/g, 'a'],
  [/yu|ju|iu/g, 'u'],
  [/kh|x/g, 'h'],
  [/tz|cz/g, 'ts'],
  [/ck|q|c(?!h)/g, 'k'],
  [/w/g, 'v'],
  [/[yj]/g, 'i'],
  [/(.)\1+/g, '$1'],
];

/** A text by its sounds: «Дайте две!», "dajte dve" and "Daite dve" are the same. */
export function sounds(text: string): string {
  const plain = text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  let found = plain.replace(/[а-я]/g, (letter) => LATIN[letter] ?? letter).replace(/[^a-z0-9]+/g, ' ');
  for (const [pattern, sound] of SOUNDS) found = found.replace(pattern, sound);
  return found.trim();
}

const inBoth = ({ ru, en }: Both): string => `${ru} ${en}`;

/** Everything by which a game may be found. */
const told = (game: GameLine): string =>
  [game.names, ...game.other_names, game.family_names, ...game.tags.map(({ names }) => names), game.blurb]
    .map(inBoth)
    .join(' ');

/** The games that fit. Those whose name begins with the text come first; the rest keeps its order. */
export function fitting(games: GameLine[], wish: Wish): GameLine[] {
  const words = sounds(wish.text).split(' ').filter(Boolean);
  const found = games.filter((game) => {
    const [low = 2, high = 2] = game.seats;
    if (wish.seats && (wish.seats < low || wish.seats > high)) return false;
    if (wish.family && wish.family !== game.family) return false;
    if (!wish.tags.every((id) => game.tags.some((tag) => tag.id === id))) return false;
    const text = ` ${sounds(told(game))}`;
    return words.every((word) => text.includes(` ${word}`));
  });
  const named = (game: GameLine): boolean =>
    [game.names, ...game.other_names].some(({ ru, en }) =>
      [ru, en].some((name) => ` ${sounds(name)}`.includes(` ${words[0] ?? ''}`)),
    );
  return words.length ? [...found.filter(named), ...found.filter((game) => !named(game))] : found;
}
