import { games, makeTable } from '../net/api';
import type { GameLine, Level } from '../net/protocol';
import { go } from './router.svelte';

/** A table whose address ends like this is dealt as soon as the page has opened it. */
export const DEAL_QUERY = '?deal';

/** Sit down with bots at a table of one's own, and deal at once. */
export async function playAtOnce(game: GameLine): Promise<void> {
  const seats = game.usual_seats;
  const bots: (Level | null)[] = Array.from({ length: seats }, (_, seat) => (seat ? 'normal' : null));
  const made = await makeTable({ game: game.id, seats, bots, open: false });
  go(`/table/${made.id}${DEAL_QUERY}`);
}

/** The same at the first game of the catalogue. */
export async function playNow(): Promise<void> {
  const [game] = await games();
  if (!game) throw new Error('there are no games');
  await playAtOnce(game);
}
