import { makeTable } from './api';
import { go } from './router.svelte';

/** Sit down at Pairs with three bots, cards dealt. */
export async function playNow(): Promise<void> {
  const made = await makeTable({
    game: 'pairs', seats: 4, bots: [null, 'normal', 'normal', 'normal'], open: false, start: true,
  });
  go(`/table/${made.id}`);
}
