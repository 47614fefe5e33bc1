/** Where a bubble goes that speaks of something on the page. */

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Something that a bubble should leave free, and how much it matters. */
export interface Kept extends Box {
  weight: number;
}

const MARGIN = 8;
const STEP = 12;
/** To cover so many square pixels of something is as bad as to stand a pixel further from the thing meant; to touch it
    at all is as bad as so many pixels. */
const AREA_PER_PIXEL = 100;
const TOUCH_PIXELS = 10;

/** How much of a box another one covers, in square pixels. */
function covered(a: Box, b: Box): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}

function harm(bubble: Box, one: Box): number {
  const area = covered(bubble, one);
  return area ? TOUCH_PIXELS + area / AREA_PER_PIXEL : 0;
}

/** How far two boxes are apart, in pixels. */
function apart(a: Box, b: Box): number {
  const x = Math.max(a.left - b.left - b.width, b.left - a.left - a.width, 0);
  const y = Math.max(a.top - b.top - b.height, b.top - a.top - a.height, 0);
  return Math.hypot(x, y);
}

/** The place on the screen that covers least of what matters, and is near the thing meant. */
export function placeOf(bubble: { width: number; height: number }, thing: Box, kept: Kept[], screen: Box): Box {
  const right = screen.left + screen.width - bubble.width - MARGIN;
  const bottom = screen.top + screen.height - bubble.height - MARGIN;
  const left = Math.max(screen.left + MARGIN, Math.min(right, thing.left + (thing.width - bubble.width) / 2));
  const columns = [left, ...range(screen.left + MARGIN, right)];
  const rows = [
    thing.top - bubble.height - MARGIN,
    thing.top + thing.height + MARGIN,
    ...range(screen.top + MARGIN, bottom),
  ];
  let best: Box = { ...bubble, left, top: screen.top + MARGIN };
  let least = Infinity;
  for (const top of rows.filter((y) => y >= screen.top + MARGIN && y <= Math.max(bottom, screen.top + MARGIN)))
    for (const x of columns) {
      const box = { ...bubble, left: x, top };
      const cost = kept.reduce((sum, one) => sum + one.weight * harm(box, one), apart(box, thing));
      if (cost < least) [best, least] = [box, cost];
    }
  return best;
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, Math.floor((to - from) / STEP)) + 1 }, (_, at) => from + at * STEP);
