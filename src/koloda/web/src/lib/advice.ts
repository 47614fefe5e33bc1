/** What the strong bot would do and why, in one sentence: the words of bots/advice.py with the page's names and cards. */
import type { GameInfo } from './api';
import type { Hints, WireAdvice, WireEstimate } from './protocol';
import { hintsOf, within } from './review';
import { hintSentence, lang, moveSentence, t } from './words.svelte';

const TOLD = 3;

/** The best move, the next one, and the best of another kind. */
export function spoken(options: WireEstimate[]): WireEstimate[] {
  const told = options.slice(0, 2);
  const verb = (option: WireEstimate): string => option.move.split(' ')[0] ?? '';
  const other = options.slice(2).find((option) => told.every((one) => verb(one) !== verb(option)));
  if (other) told.push(other);
  return [...told, ...options.filter((option) => !told.includes(option))].slice(0, TOLD);
}

/** Whether the two best moves cannot be told apart. */
export function equal([best, second]: WireEstimate[]): boolean {
  return !!best && !!second && best.value - second.value < Math.hypot(best.error, second.error);
}

/** `between` parts the moves it speaks of. */
export function adviceSentence(game: GameInfo, hints: Hints, names: string[], between = '; '): string {
  const advice = hints.advice;
  if (!advice?.move) return t('rv-advice-none');
  const why = (move: string): string => reasons(game, hints, move, names);
  const words = (move: string): string => moveSentence(game, move, names);
  const mixture = Object.entries(advice.mixture ?? {}).sort((a, b) => b[1] - a[1]).slice(0, TOLD);
  if (mixture.length) {
    const told = mixture.map(([move, odds]) => {
      const worth = advice.options?.find((option) => option.move === move);
      const share = within(worth?.value ?? 0, worth?.error ?? 0, lang());
      return t('rv-advice-mixed', { move: words(move), often: String(Math.round(odds * 100)), share, why: why(move) });
    });
    return t('rv-advice-mixture', { told: told.join(between) });
  }
  return valued(advice, words, why, between);
}

function valued(advice: WireAdvice, words: (move: string) => string, why: (move: string) => string, between: string): string {
  const options = advice.options ?? [];
  if (!options.length) return t('rv-advice-plain', { move: words(advice.move), why: why(advice.move) });
  const told = spoken(options).map((option, at) => t(at ? 'rv-advice-next' : 'rv-advice-first', {
    move: words(option.move), share: within(option.value, option.error, lang()), why: why(option.move),
  }));
  return t(equal(options) ? 'rv-advice-equal' : 'rv-advice-best', { told: told.join(between) });
}

/** The odds and prices that the game's own hints give for a move, in brackets. */
function reasons(game: GameInfo, hints: Hints, move: string, names: string[]): string {
  const told = hintsOf(hints.hints, move).map((hint) => bare(hintSentence(game, hint, names), moveSentence(game, move, names)));
  return told.length ? ` (${told.join('; ')})` : '';
}

/** A hint inside another sentence: without its full stop, and without the move's name, which has been said. */
export function bare(sentence: string, move: string): string {
  const text = sentence.replace(/\.$/, '');
  const at = text.indexOf(': ');
  const first = (words: string): string => words.split(/[ :]/)[0] ?? '';
  if (at > 0 && first(text) === first(move)) return text.slice(at + 2);
  return text.charAt(0).toLowerCase() + text.slice(1);
}
