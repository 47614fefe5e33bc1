import type { Hints } from '../lib/net/protocol';

/** The cards that a hint mentions (my best five, say); they are marked on the table while the hints are open. */
export const marked = $state({ faces: new Set<string>() });

/** The cards of hints that are not about a particular move. */
export function facesOfHints(hints: Hints | null): Set<string> {
  const named = (hints?.hints ?? []).filter((hint) => !hint.move && typeof hint.args.cards === 'string');
  return new Set(named.flatMap((hint) => String(hint.args.cards).split(' ')));
}
