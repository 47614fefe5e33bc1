import { untrack } from 'svelte';

/** The page's only polite live region; App draws it. */
export const live = $state({ text: '' });

/** Have a screen reader say `text` when it has time; a repeated text is said again. */
export function announce(text: string): void {
  live.text = untrack(() => live.text) === text ? `${text}\u00a0` : text;
}
