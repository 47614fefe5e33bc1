/** The logic of the form for house rules; everything else comes from the game's declarations. */
import type { GameInfo, GameOption, Level, OptionValue } from '../net/protocol';

/** The value of an option that is not given, at a table with this many seats and these other options. */
export function defaultFor(
  option: GameOption,
  seats: number,
  game?: GameInfo,
  given: Record<string, OptionValue> = {},
): OptionValue {
  const plain = option.by_seats[String(seats)] ?? option.default;
  const leader = option.follows ? game?.options.find((one) => one.name === option.follows) : undefined;
  if (!leader) return plain;
  const value = given[leader.name] ?? defaultFor(leader, seats);
  return Object.keys(option.following).length ? (option.following[String(value)] ?? plain) : value;
}

/** Only what differs from the default goes to the server; a game keeps its own defaults. */
export function chosen(game: GameInfo, seats: number, given: Record<string, OptionValue>): Record<string, OptionValue> {
  const differs = (option: GameOption): boolean => {
    const value = given[option.name];
    return value !== undefined && JSON.stringify(value) !== JSON.stringify(defaultFor(option, seats, game, given));
  };
  return Object.fromEntries(
    game.options.filter(differs).map((option) => [option.name, given[option.name] as OptionValue]),
  );
}

/** The bots of a table: seat 0 belongs to the person who makes it, `null` waits for a person. */
export function botsOf(levels: (Level | null)[], seats: number): (Level | null)[] {
  return Array.from({ length: seats }, (_, seat) => (seat === 0 ? null : (levels[seat] ?? null)));
}

/** With nobody to wait for, the cards are dealt at once. */
export const startsAtOnce = (bots: (Level | null)[]): boolean => bots.slice(1).every((level) => level !== null);
