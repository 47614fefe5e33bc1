/** The log of a finished match as it travels, for comparing digests. */
import { matchViews } from '../net/api';

/** The number of moves and the notes. */
export type Line = [number, unknown[]];

/** The log of a match by these eyes as it travels: what was told after each number of moves, and what was undone. */
export async function matchLines(id: string, eyes: string): Promise<{ lines: Line[]; undone: Line[][] }> {
  const views = await matchViews(id, eyes);
  const undone = views.flatMap((view) => view.undone ?? []).sort(([one], [other]) => one - other);
  return {
    lines: views.map(({ n, log }) => [n, log]),
    undone: undone.map(([, , , told]) => told.map(([n, notes]): Line => [n, notes])),
  };
}
