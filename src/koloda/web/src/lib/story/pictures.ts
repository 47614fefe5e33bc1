/** The story of a move: the pictures that lead from the view before it to the view after it. */
import { changedCounters, changedZones } from '../net/apply';
import { decodeCounter, decodeLabel, decodeNote, decodeZone, type Note, type View, type Zone } from '../net/decode';
import { followCards } from '../net/follow';
import type { Face, PictureChange, WireBeat } from '../net/protocol';

/** A moment in the middle of a move. */
export interface Picture {
  /** The number of the move that it tells of. */
  n: number;
  /** How it is shown; `holds` of the game says for how long. */
  effect: string;
  /** The table at this moment. Nobody may move in it, and its number is still that of the view before the move. */
  view: View;
  /** What is told in this picture; `view.log` has all that was told of the move until now. */
  notes: Note[];
  /** The cards that the notes name, by their identity. */
  lit: ReadonlySet<number>;
  /** At the end of a round what each seat has won in it; else empty. */
  gains: number[];
}

/** A move with its story; without a story it has no pictures. */
export interface Story {
  pictures: Picture[];
  /** The view after the move. */
  final: View;
  /** What is told of the move after the last picture. */
  rest: Note[];
}

/** The story of the move from `before` to `after`; every card is followed from picture to picture. */
export function storyOf(before: View | null, after: View, beats: WireBeat[] = []): Story {
  const pictures: Picture[] = [];
  let view = before;
  let told = 0;
  for (const [effect, until, change] of view ? beats : []) {
    const notes = after.log.slice(told, Math.max(told, until));
    told += notes.length;
    const earlier: Zone[] = view!.zones;
    view = followCards(pictureOf(view!, change, after.log.slice(0, told)), view);
    pictures.push({
      n: after.n,
      effect,
      view,
      notes,
      lit: litBy(notes, view.zones, earlier),
      gains: change.gains ?? [],
    });
  }
  return { pictures, final: followCards(after, view), rest: after.log.slice(told) };
}

/** Who is to move is not part of a picture: all have moved, and what comes next is not known yet. */
function pictureOf(view: View, change: PictureChange, log: Note[]): View {
  const [zones, counters] = change.table ?? [];
  return {
    ...view,
    kind: 'one',
    turn: [],
    zones: zones?.map(decodeZone) ?? changedZones(view.zones, change),
    counters: counters?.map(decodeCounter) ?? changedCounters(view.counters, change.counters ?? []),
    legal: [],
    chosen: null,
    notes: change.notes?.map(decodeNote) ?? view.notes,
    log,
    deadline: 0,
    labels: change.labels?.map(decodeLabel) ?? view.labels,
    ask: null,
  };
}

/** The cards that notes name. A named face lights up all its likes in the place where it lies, such as a pair. */
function litBy(notes: Note[], zones: Zone[], earlier: Zone[]): Set<number> {
  const lit = new Set<number>();
  for (const note of notes)
    for (const face of note.cards ?? []) {
      const zone = face === null ? undefined : whereIs(face, note, zones, earlier);
      zone?.faces.forEach((other, at) => other === face && lit.add(zone.ids[at]!));
    }
  return lit;
}

/** Where the card of a note lies: where it has just been laid or turned up, else anywhere; there as the head of columns,
    with its seat, with the other seat, in the middle; if need be in a pile. */
function whereIs(face: Face, { seat, other }: Note, zones: Zone[], earlier: Zone[]): Zone | undefined {
  const count = (zone: Zone | undefined): number => zone?.faces.filter((one) => one === face).length ?? 0;
  const all = zones.filter((zone) => count(zone) > 0);
  const fresh = all.filter((zone) => count(zone) > count(earlier.find(({ key }) => key === zone.key)));
  const holding = fresh.length ? fresh : all;
  const head = holding.find((zone) => zone.look === 'grid' && zone.owner === null);
  if (head) return head;
  const spread = holding.filter((zone) => zone.look !== 'pile');
  for (const some of [spread, holding])
    for (const owner of [seat, other, null]) {
      const found = some.find((zone) => zone.owner === owner);
      if (found) return found;
    }
  return spread[0] ?? holding[0];
}
