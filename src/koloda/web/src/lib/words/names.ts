/** What the page calls people, bots and seats. */
import type { Chair } from '../net/protocol';
import { t } from './fluent';

/** What a seat is called: by its name if there is one, else by its number. */
export function seatName(seat: number | null | undefined, names: string[] = []): string {
  if (seat === null || seat === undefined) return '';
  return names[seat] || t('seat', { n: seat + 1 });
}

/** What the page calls whoever sits on a seat; bots have names too. */
export function chairName(chair: Chair, seat: number): string {
  if (chair.kind === 'bot') return botName(seat);
  return chair.kind === 'person' ? personName(chair.name ?? '') : t('empty-seat');
}

/** The name of a player in a finished match: a person's name, or `bot:level`. */
export const archivedName = (name: string, seat: number): string =>
  name.startsWith('bot:') ? botName(seat) : name ? personName(name) : t('seat', { n: seat + 1 });

/** A bot's name. It belongs to the seat, so it stays the same throughout the match. */
export function botName(seat: number): string {
  const names = t('bot-names').split(', ');
  return names[seat % names.length] ?? '';
}

/** The server calls people without a name guests, in Russian; the page says it in the reader's language. */
export const personName = (name: string): string => name.replace(/^Гость (?=\S{3}$)/, `${t('guest')} `);
