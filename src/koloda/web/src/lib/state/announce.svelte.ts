import { untrack } from 'svelte';

/** The page's one polite live region: App draws it, everybody may speak through it. */
export const live = $state({ text: '' });

/** Have a screen reader say `text` when it has time; the same text twice is said twice. */
export function announce(text: string): void {
  live.text = untrack(() => live.text) === text ? `${text}\u00a0` : text;
}
