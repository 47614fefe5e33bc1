/** As big as there is room for: the cards get smaller by steps until nothing of the table is out of sight. */

/** From big to small; the style sheets know what each step means. */
const SMALLEST = 4;
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
  const put = (to: number): number => { board.dataset.fit = String(to); return to; };
  let now = put(step);
  while (tooTall(board) && now < SMALLEST) now = put(now + 1);
  while (now === step && now > 0 && spare(board) > SPARE[grow]) {
    put(now - 1);
    if (tooTall(board)) return put(now);
    now = step = now - 1;
  }
  return now;
}
