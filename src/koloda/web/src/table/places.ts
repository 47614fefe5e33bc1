/** The places on the table, so that nothing has to make room while the story of a move is told. */
import type { LogEntry, Note, View, Zone } from '../lib/net/decode';
import type { GameInfo } from '../lib/net/protocol';
import { means } from '../lib/words/faces';
import { type Chosen, parse } from './legal';

/** A place as it is now, and what it will have to hold. */
export interface Place extends Zone {
  /** The most cards that lie here in any view of the present move, and the most open and closed ones. */
  room: number;
  openRoom: number;
  closedRoom: number;
}

/** All places of these views, as they are in one of them; those that are not there at the moment are empty. */
export function placesOf(frame: View[], view: View): Place[] {
  const here = new Map(view.zones.map((zone) => [zone.key, zone]));
  const places = new Map<string, Place>();
  for (const { zones } of [...frame, view])
    for (const zone of zones) {
      const now = here.get(zone.key) ?? { ...zone, faces: [], ids: [] };
      const place = places.get(zone.key) ?? { ...now, room: 0, openRoom: 0, closedRoom: 0 };
      const closed = zone.faces.filter((face) => face === null).length;
      place.room = Math.max(place.room, zone.faces.length);
      place.openRoom = Math.max(place.openRoom, zone.faces.length - closed);
      place.closedRoom = Math.max(place.closedRoom, closed);
      places.set(zone.key, place);
    }
  return inOrder([...places.values()]);
}

/** The same order in all views of a move: slots by their number, wherever a view has them first. */
function inOrder(places: Place[]): Place[] {
  const names = [...new Set(places.map(({ name }) => name))];
  const order = ({ name, owner, slot }: Place): number[] => [names.indexOf(name), owner ?? -1, slot ?? -1];
  return places
    .map((place) => ({ place, at: order(place) }))
    .sort(({ at: a }, { at: b }) => a[0]! - b[0]! || a[1]! - b[1]! || a[2]! - b[2]!)
    .map(({ place }) => place);
}

/** Numbers of slots and of cards in one: nobody has so many cards in a slot. */
const SLOT_STEP = 1000;

/** A card of a place as the prompt knows it. */
export function chosenAt({ name, owner, slot, faces }: Zone, at: number): Chosen {
  return { zone: name, owner, index: (slot ?? 0) * SLOT_STEP + at, face: faces[at] ?? null };
}

/** Which cards of a zone a move takes: their places there, or null if they do not lie there. */
function cardsOf(zone: Zone, tokens: string[]): number[] | null {
  const taken: number[] = [];
  for (const token of tokens) {
    const at = zone.faces.findIndex((face, at) => !taken.includes(at) && means(token, face));
    if (at < 0) return null;
    taken.push(at);
  }
  return taken;
}

/** The view with what is chosen in secret laid out where it will be turned over: mine open, the others' closed. */
export function withChosen(game: GameInfo, view: View, you: number | null): View {
  if (view.kind !== 'together' || view.result) return view;
  const slots = view.zones.filter(
    ({ look, owner, faces }) => look === 'reveal' && owner !== null && !faces.length && !view.turn.includes(owner),
  );
  let zones = view.zones;
  for (const slot of slots)
    zones = slot.owner === you ? layMine(game, zones, slot, view.chosen) : layClosed(game, zones, slot);
  return zones === view.zones ? view : { ...view, zones };
}

function layMine(game: GameInfo, zones: Zone[], slot: Zone, chosen: string | null): Zone[] {
  const move = parse(chosen ?? '', game.verbs);
  const from = zones.find(({ name, owner }) => name === move.zone && owner === slot.owner);
  const taken = from && move.cards.length ? cardsOf(from, move.cards) : null;
  return from && taken ? moved(zones, from, slot, taken) : zones;
}

/** How many cards somebody else has chosen is known only where a move takes one. */
function layClosed(game: GameInfo, zones: Zone[], slot: Zone): Zone[] {
  const sources = new Set(
    Object.values(game.verbs).flatMap(({ args }) =>
      args.filter((arg) => arg.startsWith('card@')).map((arg) => arg.slice(5)),
    ),
  );
  const from = zones.find(
    ({ name, owner, faces }) => owner === slot.owner && sources.has(name) && faces.includes(null),
  );
  return from ? moved(zones, from, slot, [from.faces.lastIndexOf(null)]) : zones;
}

function moved(zones: Zone[], from: Zone, to: Zone, taken: number[]): Zone[] {
  const laid = { ...to, faces: taken.map((at) => from.faces[at]!), ids: taken.map((at) => from.ids[at]!) };
  const left = (_: unknown, at: number): boolean => !taken.includes(at);
  const rest = { ...from, faces: from.faces.filter(left), ids: from.ids.filter(left) };
  return zones.map((zone) => (zone === from ? rest : zone === to ? laid : zone));
}

/** The last thing that each seat has done, as far as the log goes back. */
export function lastActions(log: LogEntry[], seats: number): Map<number, Note> {
  const last = new Map<number, Note>();
  for (let at = log.length - 1; at >= 0 && last.size < seats; at--)
    for (const note of [...log[at]!.notes].reverse())
      if (note.seat !== null && !last.has(note.seat)) last.set(note.seat, note);
  return last;
}
