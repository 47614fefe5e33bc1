import { games, makeTable } from '../net/api';
import type { Level } from '../net/protocol';
import { go } from './router.svelte';

/** The table of an address that ends so is dealt as soon as its seal has been seen. */
export const DEAL = '?deal';

const SEATS = 4;

/** Sit down at the first game of the catalogue, with bots; the cards come by themselves. */
export async function playNow(): Promise<void> {
  const [game] = await games();
  if (!game) throw new Error('there are no games');
  const [low = SEATS, high = SEATS] = game.seats;
  const seats = Math.min(high, Math.max(low, SEATS));
  const bots: (Level | null)[] = Array.from({ length: seats }, (_, seat) => (seat ? 'normal' : null));
  const made = await makeTable({ game: game.id, seats, bots, open: false });
  go(`/table/${made.id}${DEAL}`);
}
