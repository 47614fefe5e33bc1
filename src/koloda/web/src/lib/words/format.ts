import type { GameLine } from '../net/protocol';
import { lang, t } from './fluent';

/** How many play a game, in words. */
export function seatsText(game: GameLine): string {
  const [low = 2, high = 2] = game.seats;
  return low === high ? t('seats-only', { n: low }) : t('seats-range', { low, high });
}

/** A whole number with a real minus sign. */
export const numberText = (n: number): string => String(n).replace('-', '−');

/** A change of a number, with its sign. */
export const gainText = (n: number): string => (n > 0 ? `+${n}` : numberText(n));

/** When something was, for a person. */
export function whenText(seconds: number): string {
  const format = new Intl.DateTimeFormat(lang() === 'ru' ? 'ru' : 'en-GB', { dateStyle: 'medium', timeStyle: 'short' });
  return format.format(new Date(seconds * 1000));
}
