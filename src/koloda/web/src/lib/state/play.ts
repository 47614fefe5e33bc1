import { games, makeTable } from '../net/api';
import type { Level } from '../net/protocol';
import { go } from './router.svelte';

/** A table whose address ends like this is dealt as soon as the page has opened it. */
export const DEAL_QUERY = '?deal';

const USUAL_SEATS = 4;

/** Sit down with bots at the first game of the catalogue and deal at once. */
export async function playNow(): Promise<void> {
  const [game] = await games();
  if (!game) throw new Error('there are no games');
  const [low = USUAL_SEATS, high = USUAL_SEATS] = game.seats;
  const seats = Math.min(high, Math.max(low, USUAL_SEATS));
  const bots: (Level | null)[] = Array.from({ length: seats }, (_, seat) => (seat ? 'normal' : null));
  const made = await makeTable({ game: game.id, seats, bots, open: false });
  go(`/table/${made.id}${DEAL_QUERY}`);
}
