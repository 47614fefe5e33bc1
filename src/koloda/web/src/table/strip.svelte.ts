import type { View } from '../lib/net/decode';
import type { Picture } from '../lib/story/pictures';
import { reducedMotion } from '../lib/state/prefs.svelte';

const MARGIN_PX = 12;

/** Scrolls a phone's strip to the seat that the story speaks of, or whose turn it is; to the first one on my turn. */
export function showMover(
  strip: () => HTMLElement | undefined,
  source: { readonly view: View; readonly you: number | null; readonly picture: Picture | null },
): void {
  $effect(() => {
    const box = strip();
    const { view, you, picture } = source;
    const mover = picture?.notes[0]?.seat ?? (view.kind === 'one' ? view.turn[0] : undefined);
    if (!box || mover === undefined || box.scrollWidth <= box.clientWidth) return;
    const seat = box.querySelector<HTMLElement>(mover === you ? '[data-seat]' : `[data-seat='${mover}']`);
    if (seat) box.scrollTo({ left: seat.offsetLeft - MARGIN_PX, behavior: reducedMotion() ? 'auto' : 'smooth' });
  });
}
