import type { Lang } from '../net/protocol';

/** Arguments that may be the reader: `{seat|You}` then says "You", and `{seat:takes|take}` says "take". */
const PEOPLE = ['seat', 'other', 'third'];

/** Fill a game's template (core/text.py): `{name}`; `{n:one|few|many}` for a noun that agrees with a number;
    `{seat|You}` and `{seat:takes|take}` for a reader who is that seat. `reader`: the arguments that are the reader. */
export function fill(template: string, lang: Lang, args: Record<string, unknown>, reader: string[] = []): string {
  return template.replace(/\{([^}:|]+)(?:([:|])([^}]*))?\}/g, (_, name: string, mark?: string, words?: string) => {
    const value = args[name];
    const isReader = reader.includes(name);
    if (mark === undefined || words === undefined) return written(String(value ?? ''), lang);
    if (mark === '|') return isReader ? words : String(value ?? '');
    return words.split('|')[PEOPLE.includes(name) ? Number(isReader) : plural(lang, Number(value))] ?? '';
  });
}

/** A decimal fraction has a comma in Russian; a minus is a real minus sign. */
const written = (text: string, lang: Lang): string =>
  text.replace(
    /^([+-]?)(\d+)\.(\d+)$/,
    (_, sign: string, whole: string, part: string) =>
      `${sign.replace('-', '−')}${whole}${lang === 'ru' ? ',' : '.'}${part}`,
  );

/** Which form of a noun goes with `n`: 0, 1, 2 (one, few, many) in Russian, 0 or 1 in English. */
export function plural(lang: Lang, count: number): number {
  const n = Math.abs(count);
  if (lang !== 'ru') return n === 1 ? 0 : 1;
  if (n % 10 === 1 && n % 100 !== 11) return 0;
  return n % 10 >= 2 && n % 10 <= 4 && !(n % 100 >= 12 && n % 100 <= 14) ? 1 : 2;
}
