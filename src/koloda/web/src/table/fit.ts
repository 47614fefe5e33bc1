/** As big as there is room for: the cards get smaller by steps until nothing of the table is out of sight. */

/** How the table is drawn: the style sheets know what each size means, and that seats on a phone stand in `rows` or `slide`. */
type Way = [size: string, strip: 'rows' | 'slide'];

const SLIDING: Way[] = ['0', '1', '2', '3', '4'].map((size) => [size, 'slide']);
/** Many seats on a phone are best seen all at once, be they somewhat smaller; they slide only where that is too much. */
const CROWDED: Way[] = [...SLIDING.map(([size]): Way => [size, 'rows']), ...SLIDING];
/** So much free height in the middle, in pixels, is worth a bigger step: little when a phase begins, much within it. */
const SPARE = { never: Infinity, rarely: 100, gladly: 40 };

const tooTall = (board: HTMLElement): boolean => board.getBoundingClientRect().bottom + scrollY > innerHeight + 1;

/** What is left of the middle's height. */
function spare(board: HTMLElement): number {
  const middle = board.querySelector('[data-middle]');
  const [first, last] = [middle?.firstElementChild, middle?.lastElementChild];
  if (!middle || !first || !last) return 0;
  return middle.clientHeight - (last.getBoundingClientRect().bottom - first.getBoundingClientRect().top);
}

/** The step for this moment, put on the board; `grow` keeps cards from swelling and shrinking in turn. */
export function fit(board: HTMLElement, step: number, grow: keyof typeof SPARE): number {
  const ways = board.dataset.crowded === 'true' ? CROWDED : SLIDING;
  const put = (to: number): number => {
    const [size, strip] = ways[to] as Way;
    board.dataset.fit = size;
    board.dataset.strip = strip;
    return to;
  };
  let now = put(Math.min(step, ways.length - 1));
  while (tooTall(board) && now < ways.length - 1) now = put(now + 1);
  while (now === step && now > 0 && spare(board) > SPARE[grow]) {
    put(now - 1);
    if (tooTall(board)) return put(now);
    now = step = now - 1;
  }
  return now;
}
