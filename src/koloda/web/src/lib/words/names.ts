/** What the page calls people, bots and seats. */
import type { ArchivedMatch, Chair, Player } from '../net/protocol';
import { t } from './fluent';

/** What a seat is called: by its name if there is one, else by its number. */
export function seatName(seat: number | null | undefined, names: string[] = []): string {
  if (seat === null || seat === undefined) return '';
  return names[seat] || t('seat', { n: seat + 1 });
}

/** What the page calls whoever sits on a seat; bots have names too. */
export function chairName(chair: Chair, seat: number): string {
  if (chair.kind === 'bot') return botName(seat);
  return chair.kind === 'person' ? personName(chair.name ?? '', seat) : t('empty-seat');
}

/** What the page calls whoever played on a seat of a finished match. */
export const playerName = (player: Player, seat: number): string =>
  player.bot ? botName(seat) : personName(player.name, seat);

/** The names of a finished match. Nobody knows who played an uploaded record, in which nothing is sealed. */
export function matchNames(match: ArchivedMatch): string[] {
  return match.players.map((player, seat) =>
    match.record.seal || player.bot || player.name ? playerName(player, seat) : seatName(seat),
  );
}

/** The names of all bots, by seat. */
export const botNames = (): string[] => t('bot-names').split(', ');

/** A bot's name. It belongs to the seat, so it stays the same throughout the match. */
export function botName(seat: number): string {
  const names = botNames();
  return names[seat % names.length] ?? '';
}

/** A person's name. Whoever has given none is a guest, at a table the guest of that seat. */
export function personName(name: string, seat: number | null = null): string {
  if (name) return name;
  return seat === null ? t('guest') : t('guest-of-seat', { n: seat + 1 });
}
