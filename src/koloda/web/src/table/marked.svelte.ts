import type { Hints } from '../lib/net/protocol';

/** The cards that a hint speaks of (my best five, say): they wear a mark on the table while the hints are open. */
export const marked = $state({ faces: new Set<string>() });

/** Hints about no move in particular that name cards. */
export function facesOfHints(hints: Hints | null): Set<string> {
  const named = (hints?.hints ?? []).filter((hint) => !hint.move && typeof hint.args.cards === 'string');
  return new Set(named.flatMap((hint) => String(hint.args.cards).split(' ')));
}
