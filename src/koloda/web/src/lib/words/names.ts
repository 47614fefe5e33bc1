/** What the page calls people, bots and seats. */
import type { ArchivedMatch, Chair, GameInfo, Level, Player } from '../net/protocol';
import { t } from './fluent';

/** What a seat is called: by its name if there is one, else by its number. */
export function seatName(seat: number | null | undefined, names: string[] = []): string {
  if (seat === null || seat === undefined) return '';
  return names[seat] || t('seat', { n: seat + 1 });
}

/** What the page calls whoever sits on a seat; bots have names too. */
export function chairName(chair: Chair, seat: number): string {
  if (chair.kind === 'bot') return botName(seat);
  if (chair.kind !== 'person') return t('empty-seat');
  return marked(personName(chair.name ?? '', seat), chair.bot_account);
}

/** What the page calls whoever played on a seat of a finished match. */
export const playerName = (player: Player, seat: number): string =>
  player.bot ? botName(seat) : marked(personName(player.name, seat), player.bot_account);

/** Whoever is a program is called one wherever their name is. */
export const marked = (name: string, isBot?: boolean): string => (isBot ? t('bot-account', { name }) : name);

/** The names, with a mark at those in whose place a bot has moved. */
export const standInNames = (names: string[], bots: number[]): string[] =>
  bots.length ? names.map((name, seat) => (bots.includes(seat) ? t('tb-stand-in', { name }) : name)) : names;

/** The names of a finished match. Nobody knows who played an uploaded record, in which nothing is sealed. */
export function matchNames(match: ArchivedMatch): string[] {
  return match.players.map((player, seat) =>
    match.record.seal || player.bot || player.name ? playerName(player, seat) : seatName(seat),
  );
}

/** The names of all bots, by seat. */
export const botNames = (): string[] => t('bot-names').split(', ');

export const LEVELS: Level[] = ['easy', 'normal', 'strong'];

/** Who can be seated: the three levels, and bots of the operator's own. */
export const levelsOf = (game: GameInfo): Level[] => [...LEVELS, ...(game.bots ?? [])];

/** What a level is called; a bot of the operator's own is called by its name. */
export const levelName = (level: Level): string => (LEVELS.includes(level) ? t(`level-${level}`) : level);

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
