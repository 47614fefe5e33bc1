/** The site's sections, and the pages that belong to each. */
import type { Page } from '../state/router.svelte';

export const LINKS: [href: string, words: string, pages: Page[]][] = [
  ['/', 'home', ['Home', 'Rules', 'NewTable']],
  ['/lobby', 'lobby', ['Lobby', 'Invite']],
  ['/games', 'my-games', ['MyGames', 'History', 'Replay', 'Upload']],
  ['/settings', 'settings', ['Settings', 'Device', 'Privacy']],
];
