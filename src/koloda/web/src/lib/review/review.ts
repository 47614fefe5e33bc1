/** What the review page draws and lists, worked out from the server's review. */
import type { MatchReview, ReviewedChoice, WireHint } from '../net/protocol';

export interface Point {
  x: number;
  y: number;
}
export interface Chart {
  /** Share before and after every choice, from the fair share to the end; each leg of the match ends at its result. */
  line: string;
  /** One dot for each choice, where it was made; `index` is its place in the list. */
  dots: (Point & { index: number; r: number; mistake: boolean })[];
  /** What a choice cost, drawn downwards from its dot. */
  drops: { x: number; from: number; to: number }[];
  /** Lines at 0, 25, 50, 75 and 100 percent, or fewer where the scale is short. */
  ticks: { y: number; percent: number }[];
  fair: number;
}

export interface Size {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** A chart of the expected share over the match; `moves` is the number of moves in it. */
export function chartOf(review: MatchReview, moves: number, size: Size): Chart {
  const top = scaleTop(review);
  const wide = size.width - size.left - size.right;
  const high = size.height - size.top - size.bottom;
  const x = (n: number): number => round(size.left + (wide * n) / Math.max(1, moves));
  const y = (share: number): number => round(size.top + high * (1 - Math.min(top, Math.max(0, share)) / top));
  const points: Point[] = [{ x: x(0), y: y(review.start) }];
  let at = 0;
  for (const leg of review.legs) {
    const part = review.decisions.slice(at, at + leg.total);
    at += leg.total;
    for (const one of part) points.push({ x: x(one.n), y: y(one.value) }, { x: x(one.n), y: y(one.after) });
    const end = leg.result ?? part.at(-1)?.after;
    if (part.length === leg.total && end !== undefined)
      points.push({ x: x(review.decisions[at]?.n ?? moves), y: y(end) });
  }
  return {
    line: points.map((point) => `${point.x},${point.y}`).join(' '),
    dots: review.decisions.map((one, index) => ({
      x: x(one.n),
      y: y(one.value),
      index,
      r: round(3 + 12 * Math.sqrt(shown(one.cost))),
      mistake: review.mistakes.includes(index),
    })),
    drops: review.decisions
      .filter((one) => shown(one.cost) > 0)
      .map((one) => ({ x: x(one.n), from: y(one.value), to: y(one.after) })),
    ticks: [0, 0.25, 0.5, 0.75, 1]
      .filter((share) => share <= top + 1e-9)
      .map((share) => ({ y: y(share), percent: share * 100 })),
    fair: y(review.start),
  };
}

/** The top of the scale: the next quarter above everything that is drawn. */
export function scaleTop(review: MatchReview): number {
  const highest = Math.max(
    review.start,
    ...review.legs.map((leg) => leg.result ?? 0),
    ...review.decisions.map((one) => one.value),
  );
  return Math.min(1, Math.max(0.25, Math.ceil(highest * 4 - 1e-9) / 4));
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** A cost as it is shown: never negative, for a good choice can only seem to gain by chance. */
export const shown = (cost: number): number => Math.max(0, cost);

/** The hints that speak of a move; `fold` speaks of `fold 9 1` too. */
export const hintsOf = (hints: WireHint[], move: string): WireHint[] =>
  hints.filter((hint) => hint.move && (move === hint.move || move.split(' ')[0] === hint.move));

/** The choices, the three costliest first, else as they were made. */
export const costliest = (review: MatchReview): { index: number; choice: ReviewedChoice }[] =>
  review.mistakes.flatMap((index) => {
    const choice = review.decisions[index];
    return choice ? [{ index, choice }] : [];
  });

/** A share as a percentage with one digit: 27.3 or 27,3. */
export const percent = (share: number, lang: string): string =>
  new Intl.NumberFormat(lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(share * 100);

/** The same with its sign: +4.7, −7.2. */
export const signed = (share: number, lang: string): string => {
  const text = percent(Math.abs(share), lang);
  return `${share < 0 && !/^0[.,]0$/.test(text) ? '−' : '+'}${text}`;
};

/** Smaller errors are not shown. */
export const LEAST_ERROR = 0.0005;

/** A share with its standard error, if it has one: 27.3 ± 0.9, broken only before its error. */
export const within = (share: number, error: number, lang: string): string =>
  error >= LEAST_ERROR ? `${percent(share, lang)} ±\u00a0${percent(error, lang)}` : percent(share, lang);
