/** Cards fly from their old places to their new ones, found by measuring the board twice; they never block a click. */
import { untrack } from 'svelte';
import type { View } from '../lib/net/decode';
import type { Moves } from '../lib/net/follow';
import { play } from '../lib/sound/sound';
import { reducedMotion } from '../lib/state/prefs.svelte';

interface Picture {
  cards: Map<number, DOMRect>;
  zones: Map<string, DOMRect>;
}

const FLIGHT_MS = 220;
const STAGGER_MS = 28;
const LONGEST_DELAY_MS = 260;
const NEAR_PX = 3;

function takePicture(board: HTMLElement): Picture {
  const cards = new Map<number, DOMRect>();
  const zones = new Map<string, DOMRect>();
  for (const el of board.querySelectorAll<HTMLElement>('[data-card]'))
    cards.set(Number(el.dataset.card), el.getBoundingClientRect());
  for (const el of board.querySelectorAll<HTMLElement>('[data-zone]'))
    zones.set(el.dataset.zone as string, el.getBoundingClientRect());
  return { cards, zones };
}

/** Start all flights between two views. */
function animate(board: HTMLElement, before: Picture, moves: Moves): void {
  const travels = new Map(moves.travels.map((travel) => [travel.id, travel]));
  const turned = new Set(moves.turned);
  let flights = 0;
  for (const el of board.querySelectorAll<HTMLElement>('[data-card]')) {
    const id = Number(el.dataset.card);
    const travel = travels.get(id);
    const from = before.cards.get(id) ?? (travel && before.zones.get(travel.from));
    if (!from || from.width === 0) continue;
    const to = el.getBoundingClientRect();
    const far = Math.abs(from.left - to.left) > NEAR_PX || Math.abs(from.top - to.top) > NEAR_PX;
    const flip = turned.has(id) || (travel?.turned ?? false);
    if (to.width === 0 || (!far && !flip)) continue;
    fly(el, from, to, flip, travel ? Math.min(LONGEST_DELAY_MS, flights++ * STAGGER_MS) : 0);
  }
}

function fly(el: HTMLElement, from: DOMRect, to: DOMRect, flip: boolean, delay: number): void {
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  const scale = Math.min(2.5, Math.max(0.4, from.height / to.height));
  const start = `translate(${x}px, ${y}px) scale(${scale}) rotateY(${flip ? 90 : 0}deg)`;
  el.animate(
    [
      { transform: start, zIndex: 5 },
      { transform: 'none', zIndex: 5 },
    ],
    {
      duration: FLIGHT_MS,
      delay,
      easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)',
      fill: 'backwards',
    },
  );
}

/** Ends all flights: nobody has to wait for the cards. */
export function skip(board: HTMLElement): void {
  for (const animation of board.getAnimations({ subtree: true }))
    if (!(animation instanceof CSSTransition)) animation.finish();
}

/** Lets the cards of a board fly from view to view. Call it while a component is being set up. */
export function followMotion(
  board: () => HTMLElement | undefined,
  source: { readonly view: View; readonly previous: View | null },
): void {
  let before: Picture | null = null;
  $effect.pre(() => {
    const { view, previous } = source;
    void view; // measure before every new view
    const root = untrack(board);
    before = root && previous && !untrack(reducedMotion) ? takePicture(root) : null;
  });
  $effect(() => {
    const { view, previous } = source;
    const root = untrack(board);
    if (root && before) animate(root, before, view.moves);
    if (previous && view.moves.travels.length + (before ? view.moves.turned.length : 0)) untrack(() => play('card'));
    before = null;
  });
}
