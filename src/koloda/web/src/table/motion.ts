/** Cards fly from where they lay to where they lie: worked out from two pictures of the board, never in the way of a click. */
import type { Step } from './diff';

export interface Picture {
  cards: Map<number, DOMRect>;
  zones: Map<string, DOMRect>;
}

const TIME = 220;
const STAGGER = 28;
const LONGEST_WAIT = 260;
const NEAR = 3;

export function takePicture(board: HTMLElement): Picture {
  const cards = new Map<number, DOMRect>();
  const zones = new Map<string, DOMRect>();
  for (const el of board.querySelectorAll<HTMLElement>('[data-card]'))
    cards.set(Number(el.dataset.card), el.getBoundingClientRect());
  for (const el of board.querySelectorAll<HTMLElement>('[data-zone]'))
    zones.set(el.dataset.zone as string, el.getBoundingClientRect());
  return { cards, zones };
}

/** Start all flights of a step; returns how many cards changed places. */
export function animate(board: HTMLElement, before: Picture, step: Step): number {
  const travels = new Map(step.travels.map((travel) => [travel.id, travel]));
  const turned = new Set(step.turned);
  let flights = 0;
  for (const el of board.querySelectorAll<HTMLElement>('[data-card]')) {
    const id = Number(el.dataset.card);
    const travel = travels.get(id);
    const from = before.cards.get(id) ?? (travel && before.zones.get(travel.from));
    if (!from || from.width === 0) continue;
    const to = el.getBoundingClientRect();
    const far = Math.abs(from.left - to.left) > NEAR || Math.abs(from.top - to.top) > NEAR;
    const flip = turned.has(id) || (travel?.turned ?? false);
    if (to.width === 0 || (!far && !flip)) continue;
    fly(el, from, to, flip, travel ? Math.min(LONGEST_WAIT, flights++ * STAGGER) : 0);
  }
  return step.travels.length + step.turned.length;
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
      duration: TIME,
      delay,
      easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)',
      fill: 'backwards',
    },
  );
}

/** Whoever acts does not wait for the cards. */
export function skip(board: HTMLElement): void {
  for (const animation of board.getAnimations({ subtree: true }))
    if (!(animation instanceof CSSTransition)) animation.finish();
}
