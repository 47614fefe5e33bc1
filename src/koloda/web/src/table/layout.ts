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

/** Where the card of each seat lies in the middle, in widths of a card from the top left corner of all of them. */
export interface Circle {
  places: Map<number, { x: number; y: number }>;
  width: number;
  height: number;
}

const CARD_HEIGHT = 1.4;

/** Cards in the middle, each on its owner's side: mine at the bottom, the others clockwise from my left. */
export function circle(seats: number, you: number | null): Circle {
  const order = you === null ? othersFrom(seats, you) : [you, ...othersFrom(seats, you)];
  const [wide, high] = [Math.max(1.15, 0.25 * seats), Math.max(0.45, 0.14 * seats)];
  // A watcher has nobody at the bottom: the seats lie in an arc from the left over the top to the right.
  const [first, step] = you === null ? [150, 240 / Math.max(1, seats - 1)] : [90, 360 / seats];
  const points = order.map((seat, at): [seat: number, x: number, y: number] => {
    const angle = ((first + at * step) * Math.PI) / 180;
    return [seat, wide * Math.cos(angle), high * Math.sin(angle)];
  });
  const left = Math.min(...points.map(([, x]) => x));
  const top = Math.min(...points.map(([, , y]) => y));
  return {
    places: new Map(points.map(([seat, x, y]) => [seat, { x: x - left, y: y - top }])),
    width: Math.max(...points.map(([, x]) => x)) - left + 1,
    height: Math.max(...points.map(([, , y]) => y)) - top + CARD_HEIGHT,
  };
}
