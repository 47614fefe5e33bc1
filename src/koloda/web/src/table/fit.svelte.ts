/** Makes the board as big as fits: cards shrink step by step until the whole table is in sight. */
import { untrack } from 'svelte';
import type { View } from '../lib/net/decode';
import { NARROW } from '../lib/ui/breakpoints';

/** How the table is drawn. The styles define each size, and whether seats on a phone stand in `rows` or `slide`. */
type Way = [size: string, strip: 'rows' | 'slide'];

const SLIDING: Way[] = ['0', '1', '2', '3', '4', '5'].map((size) => [size, 'slide']);
/** Many seats on a phone are best seen all at once, even if smaller; they slide only if that does not fit. */
const CROWDED: Way[] = [...SLIDING.map(([size]): Way => [size, 'rows']), ...SLIDING];
/** How much free height in the middle is worth a bigger size: little when a phase begins, much within it. */
const SPARE_PX = { never: Infinity, rarely: 100, gladly: 40 };

const tooTall = (board: HTMLElement): boolean => board.getBoundingClientRect().bottom + scrollY > innerHeight + 1;

/** What is left of the middle's height. */
function spare(board: HTMLElement): number {
  const middle = board.querySelector('[data-middle]');
  const [first, last] = [middle?.firstElementChild, middle?.lastElementChild];
  if (!middle || !first || !last) return 0;
  return middle.clientHeight - (last.getBoundingClientRect().bottom - first.getBoundingClientRect().top);
}

/** Applies the step that fits now and returns it; `grow` keeps cards from growing and shrinking in turn. */
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

/** What a fitted board shows. */
interface Fitted {
  readonly fitted: boolean;
  readonly view: View;
  /** All views of the present move: the board has room for each of them. */
  readonly frame: View[];
}

/** Keeps a board as big as fits. Call it while a component is being set up. */
export function keepFitted(board: () => HTMLElement | undefined, source: Fitted): void {
  let step = 0;
  let fittedPhase = '';
  let room = '';
  const isOpen = (): boolean => source.fitted && !source.view.result;
  $effect(() => {
    const { frame } = source; // only when a move begins: its story is told without a change of sizes
    const root = untrack(board);
    if (!root || !frame.length || !untrack(isOpen)) return;
    const { phase } = untrack(() => source.view);
    step = fit(root, step, phase === fittedPhase ? 'rarely' : 'gladly');
    fittedPhase = phase;
  });
  /** When the room changes (a turned phone, a panel, a tip that has gone), start from the biggest size again. */
  $effect(() => {
    const root = board();
    if (!root) return;
    const measure = (): void => {
      if (!isOpen() || source.frame.length > 1) return;
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

/** A bar may stay this high for good: a line of buttons beside the words or, where that is too wide, below them. */
const MAX_BAR_PX = { wide: 66, narrow: 92 };

/** The bar of buttons does not get lower again, so that what is above it stays where it is. */
export class BarHeight {
  /** How high it is now. */
  height = $state(0);
  most = $state(0);

  constructor() {
    let width = innerWidth;
    $effect(() => {
      const height = Math.min(this.height, matchMedia(`(${NARROW})`).matches ? MAX_BAR_PX.narrow : MAX_BAR_PX.wide);
      this.most =
        innerWidth === width
          ? Math.max(
              untrack(() => this.most),
              height,
            )
          : 0;
      width = innerWidth;
    });
  }
}
