/** What the strong bot would do and why, in one sentence, with the page's names and cards. */
import type { GameInfo, Hints, WireEstimate, WireHint } from '../net/protocol';
import { hintsOf, within } from './review';
import './words';
import { lang, t } from '../words/fluent';
import { hintSentence, moveParts, moveSentence, ownWords } from '../words/sentences';

const MAX_MOVES = 3;

/** A move with the word before it, '' if there is none. */
type Told = [head: '' | 'better' | 'same' | 'worse', option: WireEstimate];

/** The best move, the next one, and the best of another kind. */
export function spoken(options: WireEstimate[]): WireEstimate[] {
  const told = options.slice(0, 2);
  const verb = (option: WireEstimate): string => option.move.split(' ')[0] ?? '';
  const other = options.slice(2).find((option) => told.every((one) => verb(one) !== verb(option)));
  if (other) told.push(other);
  return [...told, ...options.filter((option) => !told.includes(option))].slice(0, MAX_MOVES);
}

/** Whether two moves cannot be told apart. */
export const close = (best: WireEstimate, other: WireEstimate): boolean =>
  best.value - other.value <= Math.hypot(best.error, other.error);

/** The moves to mention, each with the word before it; the strong bot's move is first, whatever the estimates say. */
export function ordered(options: WireEstimate[]): Told[] {
  const [best, ...others] = spoken(options);
  if (!best) return [];
  const above = others.filter((option) => !close(option, best));
  const near = others.filter((option) => !above.includes(option) && close(best, option));
  const far = others.filter((option) => !above.includes(option) && !near.includes(option));
  return [
    ['', best],
    ...above.map((option, at): Told => [at ? '' : 'better', option]),
    ...near.map((option, at): Told => [at ? '' : 'same', option]),
    ...far.map((option, at): Told => [at || far.length === others.length ? '' : 'worse', option]),
  ];
}

/** The advice in words; `between` separates the moves that it mentions. */
export function adviceSentence(game: GameInfo, hints: Hints, names: string[], between = '; '): string {
  const advice = hints.advice;
  const options = advice?.options ?? [];
  if (!advice || !(advice.move || options.length)) return t('rv-advice-none');
  if (!options.length)
    return t('rv-advice-plain', {
      move: moveSentence(game, advice.move, names),
      why: bracketed(reasons(game, hints.hints, advice.move, names)),
    });
  const mixture = Object.entries(advice.mixture ?? {})
    .sort((a, b) => b[1] - a[1])
    .slice(0, MAX_MOVES);
  const mixed = mixture.flatMap(([move]): Told[] =>
    options.filter((option) => option.move === move).map((option) => ['', option]),
  );
  const parts = partsOf(game, hints, mixed.length ? mixed : ordered(options), names);
  if (mixed.length) parts.push(t('rv-advice-mixture'));
  return `${parts.join(between)}.`;
}

/** One part for each move. The first is named like its button; a verb is not repeated. */
function partsOf(game: GameInfo, hints: Hints, told: Told[], names: string[]): string[] {
  return told.map(([head, option], at) => {
    const [verb, args] = moveParts(game, option.move, names);
    const before = told[at - 1]?.[1].move;
    const said = before !== undefined && moveParts(game, before, names)[0] === verb;
    const name = at ? lowered(verb) : verb;
    const move = args && said ? args : args ? `${name}: ${args}` : name;
    const share = within(option.value, option.error, lang());
    let worth = at ? `${share}%` : ownWords(game, 'advice-first', 'rv-advice-first', { share: `${share}%` });
    let why = reasons(game, hints.hints, option.move, names);
    const often = hints.advice?.mixture?.[option.move];
    if (often !== undefined) {
      why = [worth, ...why];
      worth = t('rv-advice-mixed', { often: String(Math.round(often * 100)) });
    }
    return `${head ? `${ownWords(game, `advice-${head}`, `rv-advice-${head}`)} ` : ''}${move} — ${worth}${bracketed(why)}`;
  });
}

/** The odds and prices that the game's own hints give for a move. */
export const reasons = (game: GameInfo, hints: WireHint[], move: string, names: string[]): string[] =>
  hintsOf(hints, move).map((hint) => bare(hintSentence(game, hint, names), ...moveParts(game, move, names)));

const bracketed = (why: string[]): string => (why.length ? ` (${why.join('; ')})` : '');

const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** A hint inside another sentence: without its full stop and without the name of the move, which is there already. */
export function bare(sentence: string, verb: string, args = ''): string {
  const text = sentence.replace(/\.$/, '');
  const at = text.indexOf(': ');
  const name = text.slice(0, Math.max(0, at));
  const first = (words: string): string => words.split(' ')[0] ?? '';
  if (name && (first(name) === first(verb) || (args && ` ${name}`.endsWith(` ${args}`)))) return text.slice(at + 2);
  return lowered(text);
}
