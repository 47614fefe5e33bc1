/** Keeps the focus at the table: what had it is often gone after a move, and then the browser would let it fall. */
import { tick } from 'svelte';
import { targets } from './keys';

/** A key that was meant for what stood there before does not press what has just got the focus. */
const GUARD_MS = 500;

/** Where the focus goes: to the first thing to do; while there is none, to the words that say so. */
function place(page: HTMLElement, toControl: boolean): HTMLElement | null {
  const over = page.querySelector<HTMLElement>('#over-title');
  const words = over ?? page.querySelector<HTMLElement>('.prompt .status, .plain-status');
  if (over || !toControl) return words;
  const buttons = [...page.querySelectorAll<HTMLElement>('.prompt .row button:not(.step)')];
  const board = page.querySelector<HTMLElement>('[data-board]');
  const [only, ...others] = buttons;
  const choice = board && others.length === 0 && only?.ariaDisabled === 'true' ? targets(board)[0] : undefined;
  return choice ?? only ?? words;
}

/** Call it while the table's page is being set up; `changes` reads everything that may take the focus away. */
export function keepFocus(page: () => HTMLElement | undefined, changes: () => unknown): void {
  let inside = false;
  let byKeys = false;
  /** The words on which the focus waits for something to do. */
  let parked: HTMLElement | null = null;
  /** The control that has got the focus without a key, and when. */
  let moved: HTMLElement | null = null;
  let movedAt = 0;
  let later: MutationObserver | undefined;

  $effect(() => {
    const root = page();
    if (!root) return;
    const focused = ({ target }: FocusEvent): void => void (inside = root.contains(target as Node));
    const pointed = (): void => void (byKeys = false);
    const typed = (event: KeyboardEvent): void => {
      byKeys = true;
      const early = document.activeElement === moved && event.timeStamp - movedAt < GUARD_MS;
      if (!early || !/^( |Enter)$/.test(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('focusin', focused);
    document.addEventListener('pointerdown', pointed, true);
    document.addEventListener('keydown', typed, true);
    return () => {
      document.removeEventListener('focusin', focused);
      document.removeEventListener('pointerdown', pointed, true);
      document.removeEventListener('keydown', typed, true);
    };
  });

  $effect(() => {
    changes();
    const root = page();
    if (root) void tick().then(() => restore(root));
  });

  function restore(root: HTMLElement): void {
    later?.disconnect();
    const now = document.activeElement;
    const lost = inside && (now === document.body || now === null);
    const waits = parked !== null && now === parked;
    if (!lost && !waits) return;
    const next = place(root, byKeys);
    if (next === now) return;
    if (!next) {
      /** What comes next, such as the result, is still being loaded. */
      later = new MutationObserver(() => restore(root));
      return later.observe(root, { childList: true, subtree: true });
    }
    next.focus({ preventScroll: true });
    parked = next.tabIndex < 0 ? next : null;
    moved = parked ? null : next;
    movedAt = performance.now();
  }
}
