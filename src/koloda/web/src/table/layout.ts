/** Where everybody sits: I at the bottom, the others clockwise from my left hand. */

export interface Ring {
  left: number[];
  top: number[];
  right: number[];
}

/** The others in the order of play, beginning at my left. */
export function othersFrom(seats: number, you: number | null): number[] {
  const first = you ?? 0;
  const others = Array.from({ length: seats - 1 }, (_, step) => (first + 1 + step) % seats);
  return you === null ? [first, ...others] : others;
}

/** On a desk screen: the left side upwards, the top to the right, the right side downwards. Up to two sit on top. */
export function ring(seats: number, you: number | null): Ring {
  const others = othersFrom(seats, you);
  const side = others.length < 3 ? 0 : Math.min(4, Math.max(1, Math.floor((others.length + 2) / 4)));
  return {
    left: others.slice(0, side).reverse(),
    top: others.slice(side, others.length - side),
    right: others.slice(others.length - side),
  };
}

/** How many rows a hand of `count` cards needs so that a finger can reach each card, and how many are in a row. */
export function handRows(count: number, width: number, card: number, step: number): { perRow: number; rows: number } {
  if (count <= 1 || width <= 0) return { perRow: Math.max(1, count), rows: 1 };
  const most = Math.max(2, Math.floor((width - card) / step) + 1);
  const rows = Math.ceil(count / most);
  return { perRow: Math.ceil(count / rows), rows };
}
