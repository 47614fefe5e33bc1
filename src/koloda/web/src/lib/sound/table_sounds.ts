/** Which sounds a picture of the table makes, from what has changed since the one before. */
import type { View } from '../net/decode';
import type { GameInfo } from '../net/protocol';
import type { Sound } from './synth';

/** Counters that are things on the table. */
const IS_CHIP = /^(chip|score)$/;

/** A view that begins a match is a shuffle; a number that stands for chips is a chip. Cards sound where they fly. */
export function soundOf(game: GameInfo, before: View | null, view: View): Sound | null {
  if (!before || view.n < before.n) return view.n === 0 ? 'shuffle' : null;
  const values = new Map(before.counters.map(({ name, owner, value }) => [`${name} ${owner}`, value]));
  const changed = view.counters.some(
    ({ name, owner, value }) =>
      owner !== null &&
      IS_CHIP.test(game.counters[name]?.show ?? '') &&
      (values.get(`${name} ${owner}`) ?? 0) !== value,
  );
  return changed ? 'chip' : null;
}
