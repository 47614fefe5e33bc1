/** What the page calls people, bots and seats. */
import type { Chair } from '../net/protocol';
import { t } from './fluent';

/** What a seat is called: by its name if there is one, else by its number. */
export function seatName(seat: number | null | undefined, names: string[] = []): string {
  if (seat === null || seat === undefined) return '';
  return names[seat] || t('seat', { n: seat + 1 });
}

/** What the page calls who sits on a seat; bots have names too. */
export function chairName(chair: Chair, seat: number): string {
  if (chair.kind === 'bot') return botName(seat);
  return chair.kind === 'person' ? personName(chair.name ?? '') : t('empty-seat');
}

/** A name of the archive: a person's, or `bot:level`. */
export const archivedName = (name: string, seat: number): string =>
  name.startsWith('bot:') ? botName(seat) : name ? personName(name) : t('seat', { n: seat + 1 });

/** A bot's name; it goes with the seat, so that it stays the same all match long. */
export function botName(seat: number): string {
  const names = t('bot-names').split(', ');
  return names[seat % names.length] ?? '';
}

/** Who has no name is called a guest by the server; in the reader's own language here. */
export const personName = (name: string): string => name.replace(/^Гость (?=\S{3}$)/, `${t('guest')} `);
