/** Works out which card went where. Views name faces, not cards, so identities are a plausible reading. */
import type { View, Zone } from './decode';
import type { Face } from './protocol';

/** A card that went from one place to another. */
export interface Travel {
  id: number;
  from: string;
  to: string;
  turned: boolean;
}

/** How the cards have moved between two views. */
export interface Moves {
  travels: Travel[];
  /** Cards that were turned over where they lie. */
  turned: number[];
  /** The identity that the next new card gets. */
  nextId: number;
}

export const NO_MOVES: Moves = { travels: [], turned: [], nextId: 1 };

/** The view with an identity for every card, taken over from the previous view if there is one. */
export function followCards(view: View, before: View | null): View {
  return { ...view, ...follow(before?.zones ?? null, view.zones, before?.moves.nextId ?? 1) };
}

interface Loose {
  zone: Zone;
  at: number;
}

interface Gone {
  id: number;
  face: Face;
  key: string;
}

/** Gives every card of the new zones the identity that it had before, or a new one. */
export function follow(before: Zone[] | null, zones: Zone[], nextId: number): { zones: Zone[]; moves: Moves } {
  const old = new Map((before ?? []).map((zone) => [zone.key, zone]));
  const gone: Gone[] = [];
  const loose: Loose[] = [];
  const known = zones.map((plain) => {
    const zone: Zone = { ...plain, ids: new Array<number>(plain.faces.length).fill(-1) };
    const was = old.get(zone.key);
    old.delete(zone.key);
    const left = was ? stay(was, zone) : [];
    for (const at of left) gone.push({ id: was!.ids[at]!, face: was!.faces[at]!, key: zone.key });
    zone.ids.forEach((id, at) => id < 0 && loose.push({ zone, at }));
    return zone;
  });
  for (const zone of old.values())
    zone.ids.forEach((id, at) => gone.push({ id, face: zone.faces[at]!, key: zone.key }));
  const travels = before ? match(gone, loose) : [];
  const turned = before ? turnedInPlace(before, known) : [];
  let id = nextId;
  for (const { zone, at } of loose) if (zone.ids[at]! < 0) zone.ids[at] = id++;
  return { zones: known, moves: { travels, turned, nextId: id } };
}

/** Finds the cards that stay: equal faces in order, then closed and turned ones in place. Returns which cards left. */
function stay(was: Zone, now: Zone): number[] {
  const left: number[] = [];
  let to = 0;
  was.faces.forEach((face, from) => {
    const at = now.faces.indexOf(face, to);
    if (at >= 0 && at - to <= Math.max(0, now.faces.length - was.faces.length) + 2) {
      now.ids[at] = was.ids[from]!;
      to = at + 1;
    } else left.push(from);
  });
  const still = left.filter((from) => {
    const sameFace = now.faces.findIndex((face, at) => now.ids[at]! < 0 && face === was.faces[from]);
    if (sameFace < 0) return true;
    now.ids[sameFace] = was.ids[from]!;
    return false;
  });
  if (was.faces.length !== now.faces.length) return still;
  return still.filter((from) => {
    const closed = was.faces[from] === null || now.faces[from] === null;
    if (!closed || now.ids[from]! >= 0) return true;
    now.ids[from] = was.ids[from]!;
    return false;
  });
}

function match(gone: Gone[], loose: Loose[]): Travel[] {
  const travels: Travel[] = [];
  for (const fits of [sameFace, turnedDown, eitherClosed]) {
    for (const { zone, at } of loose) {
      if (zone.ids[at]! >= 0) continue;
      const face = zone.faces[at]!;
      const found = gone.findIndex((card) => fits(card.face, face));
      if (found < 0) continue;
      const [card] = gone.splice(found, 1) as [Gone];
      zone.ids[at] = card.id;
      travels.push({ id: card.id, from: card.key, to: zone.key, turned: card.face !== face });
    }
  }
  return travels;
}

const sameFace = (a: Face, b: Face): boolean => a === b && a !== null;
/** An open card is laid on a closed pile: likelier than that a card of the deck goes there unseen. */
const turnedDown = (a: Face, b: Face): boolean => a !== null && b === null;
const eitherClosed = (a: Face, b: Face): boolean => a === null || b === null;

function turnedInPlace(before: Zone[], now: Zone[]): number[] {
  const faces = new Map<number, Face>();
  for (const zone of before) zone.ids.forEach((id, at) => faces.set(id, zone.faces[at]!));
  const turned: number[] = [];
  for (const zone of now)
    zone.ids.forEach((id, at) => {
      if (id >= 0 && faces.has(id) && (faces.get(id) === null) !== (zone.faces[at] === null)) turned.push(id);
    });
  return turned;
}
