import type { View } from '../lib/net/decode';
import { reducedMotion } from '../lib/state/prefs.svelte';

const MARGIN_PX = 12;

/** Scrolls a phone's strip of seats to the seat whose turn it is, or to the first one when it is my turn. */
export function showMover(
  strip: () => HTMLElement | undefined,
  source: { readonly view: View; readonly you: number | null },
): void {
  $effect(() => {
    const box = strip();
    const { view, you } = source;
    const mover = view.kind === 'one' ? view.turn[0] : undefined;
    if (!box || mover === undefined || box.scrollWidth <= box.clientWidth) return;
    const seat = box.querySelector<HTMLElement>(mover === you ? '[data-seat]' : `[data-seat='${mover}']`);
    if (seat) box.scrollTo({ left: seat.offsetLeft - MARGIN_PX, behavior: reducedMotion() ? 'auto' : 'smooth' });
  });
}
