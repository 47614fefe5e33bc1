/** The page's own words, by Mozilla's Fluent. */
import { FluentBundle, type FluentFunction, FluentNumber, type FluentVariable, type Scope } from '@fluent/bundle';
import type { Both, Lang } from '../net/protocol';
import { prefs } from '../state/prefs.svelte';
import { plural } from './fill';

type Pattern = Parameters<FluentBundle['formatPattern']>[0];

/** Every file of words here: `ru.ftl`, `en.ftl`, and more of them as `part.ru.ftl`, `part.en.ftl`; others are added. */
const FILES = import.meta.glob<Record<string, Pattern>>('./*.ftl', { import: 'default', eager: true });
const FORMS: Record<Lang, Intl.LDMLPluralRule[]> = { ru: ['one', 'few', 'many'], en: ['one', 'other'] };
const bundles = new Map<Lang, FluentBundle>();

/** Small whole numbers are formatted without Intl, whose first use takes a tenth of a second on a slow machine. */
const isSmall = (n: number): boolean => Number.isInteger(n) && n >= 0 && n < 1000;

/** A number that is formatted without Intl if possible. */
class QuickNumber extends FluentNumber {
  override toString(scope?: Scope): string {
    return isSmall(this.value) ? String(this.value) : super.toString(scope);
  }
}

/** `PLURAL($n)` in the words: the form of a noun that goes with a number. Fluent's own selection always uses Intl. */
const pluralIn =
  (lang: Lang): FluentFunction =>
  ([number]) => {
    const n = Number(number?.valueOf());
    return (isSmall(n) ? FORMS[lang][plural(lang, n)] : undefined) ?? new Intl.PluralRules(lang).select(n);
  };

function bundle(lang: Lang): FluentBundle {
  const before = bundles.get(lang);
  if (before) return before;
  const made = new FluentBundle(lang, { useIsolating: false, functions: { PLURAL: pluralIn(lang) } });
  for (const [path, patterns] of Object.entries(FILES)) {
    if (!new RegExp(`[./]${lang}\\.ftl$`).test(path)) continue;
    made.addResource({ body: Object.entries(patterns).map(([id, value]) => ({ id, value, attributes: {} })) });
  }
  bundles.set(lang, made);
  return made;
}

/** Adds words that only some pages need, so that they come with those pages. */
export function addWords(files: typeof FILES): void {
  Object.assign(FILES, files);
  bundles.clear();
}

/** The language of the page; state. */
export const lang = (): Lang => prefs.lang;

/** Words of the page itself, in its language. */
export function t(id: string, args: Record<string, string | number> = {}): string {
  const words = bundle(prefs.lang);
  const message = words.getMessage(id);
  if (!message?.value) return id;
  const given: Record<string, FluentVariable> = {};
  for (const [name, value] of Object.entries(args)) {
    given[name] = typeof value === 'number' ? new QuickNumber(value) : value;
  }
  return words.formatPattern(message.value, given);
}

/** Several things in a row: "a card, a player and a number". */
export const listed = (things: string[]): string =>
  things.length < 2
    ? (things[0] ?? '')
    : t('and', { first: things.slice(0, -1).join(', '), last: things.at(-1) ?? '' });

/** Words that come in both languages. */
export const both = (text: Both): string => text[prefs.lang];
