/** As big as there is room for: the cards get smaller by steps until nothing of the table is out of sight. */
import { untrack } from 'svelte';
import type { View } from '../lib/net/decode';

/** How the table is drawn: the style sheets know what each size means, and that seats on a phone stand in `rows` or `slide`. */
type Way = [size: string, strip: 'rows' | 'slide'];

const SLIDING: Way[] = ['0', '1', '2', '3', '4'].map((size) => [size, 'slide']);
/** Many seats on a phone are best seen all at once, be they somewhat smaller; they slide only where that is too much. */
const CROWDED: Way[] = [...SLIDING.map(([size]): Way => [size, 'rows']), ...SLIDING];
/** So much free height in the middle, in pixels, is worth a bigger step: little when a phase begins, much within it. */
const SPARE_PX = { never: Infinity, rarely: 100, gladly: 40 };

const tooTall = (board: HTMLElement): boolean => board.getBoundingClientRect().bottom + scrollY > innerHeight + 1;

/** What is left of the middle's height. */
function spare(board: HTMLElement): number {
  const middle = board.querySelector('[data-middle]');
  const [first, last] = [middle?.firstElementChild, middle?.lastElementChild];
  if (!middle || !first || !last) return 0;
  return middle.clientHeight - (last.getBoundingClientRect().bottom - first.getBoundingClientRect().top);
}

/** The step for this moment, put on the board; `grow` keeps cards from swelling and shrinking in turn. */
function fit(board: HTMLElement, step: number, grow: keyof typeof SPARE_PX): number {
  const ways = board.dataset.crowded === 'true' ? CROWDED : SLIDING;
  const put = (to: number): number => {
    const [size, strip] = ways[to] as Way;
    board.dataset.fit = size;
    board.dataset.strip = strip;
    return to;
  };
  let now = put(Math.min(step, ways.length - 1));
  while (tooTall(board) && now < ways.length - 1) now = put(now + 1);
  while (now === step && now > 0 && spare(board) > SPARE_PX[grow]) {
    put(now - 1);
    if (tooTall(board)) return put(now);
    now = step = now - 1;
  }
  return now;
}

/** Keeps a board as big as there is room for, while `view` is told (null: leave it). Called while a component is set up. */
export function keepFitted(board: () => HTMLElement | undefined, view: () => View | null): void {
  let step = 0;
  let fittedPhase = '';
  let room = '';
  $effect(() => {
    const now = view();
    const root = untrack(board);
    if (!root || !now || now.result) return;
    step = fit(root, step, now.phase === fittedPhase ? 'rarely' : 'gladly');
    fittedPhase = now.phase;
  });
  /** Another room (a turned phone, a panel beside the table, a tip that has gone): from the biggest again. */
  $effect(() => {
    const root = board();
    if (!root) return;
    const measure = (): void => {
      const now = view();
      if (!now || now.result) return;
      const size = `${root.clientWidth} ${root.clientHeight} ${innerHeight}`;
      step = fit(root, size === room ? step : 0, 'never');
      room = size;
    };
    const watch = new ResizeObserver(measure);
    watch.observe(root);
    addEventListener('resize', measure);
    return () => {
      watch.disconnect();
      removeEventListener('resize', measure);
    };
  });
}
