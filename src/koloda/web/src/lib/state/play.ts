import { makeTable } from '../net/api';
import { go } from './router.svelte';

/** The table of an address that ends so is dealt as soon as its seal has been seen. */
export const DEAL = '?deal';

/** Sit down at Pairs with three bots; the cards come by themselves. */
export async function playNow(): Promise<void> {
  const made = await makeTable({
    game: 'pairs',
    seats: 4,
    bots: [null, 'normal', 'normal', 'normal'],
    open: false,
  });
  go(`/table/${made.id}${DEAL}`);
}
