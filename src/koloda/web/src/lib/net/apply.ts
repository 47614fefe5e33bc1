import {
  type Counter,
  decodeCards,
  decodeLabel,
  decodeNote,
  decodeResult,
  type LogEntry,
  type Note,
  type View,
  type Zone,
} from './decode';
import type { ViewChange } from './protocol';

/** The view after a change; the server has the same function, `apply_change`. */
export function applyChange(view: View, change: ViewChange): View {
  return {
    n: change.n,
    kind: change.kind ?? view.kind,
    turn: change.turn ?? view.turn,
    phase: change.phase || view.phase,
    zones: changedZones(view.zones, change),
    moves: view.moves,
    counters: changedCounters(view.counters, change.counters ?? []),
    legal: change.legal ?? view.legal,
    chosen: change.chosen === undefined ? view.chosen : change.chosen,
    notes: change.notes?.map(decodeNote) ?? view.notes,
    log: change.log.map(decodeNote),
    chat: change.chat ?? view.chat,
    result: decodeResult(change.result) ?? view.result,
    deadline: change.deadline ?? view.deadline,
    labels: change.labels?.map(decodeLabel) ?? view.labels,
    ask: change.ask === undefined ? view.ask : change.ask && decodeNote(change.ask),
    bots: change.bots ?? [],
    undone: [],
    hands: [],
  };
}

/** What a change and a beat say about zones. */
type Laid = Pick<ViewChange, 'zones' | 'more'>;

export function changedZones(zones: Zone[], change: Laid): Zone[] {
  const changed = [...zones];
  for (const [index, cards] of change.zones ?? []) {
    changed[index] = { ...at(changed, index), faces: decodeCards(cards) };
  }
  for (const [index, cards] of change.more ?? []) {
    const zone = at(changed, index);
    if (isClosed(zone)) throw new Error('a change adds cards to a closed pile');
    changed[index] = { ...zone, faces: [...zone.faces, ...cards] };
  }
  return changed;
}

/** Of cards that are all closed the wire carries only the number, so nothing can be added to them. */
const isClosed = ({ faces }: Zone): boolean => faces.length > 0 && faces.every((face) => face === null);

export function changedCounters(counters: Counter[], values: [number, number][]): Counter[] {
  const changed = [...counters];
  for (const [index, value] of values) changed[index] = { ...at(changed, index), value };
  return changed;
}

function at<T>(list: T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new Error(`a change names place ${index} of ${list.length}`);
  return item;
}

/** The log with the notes of move `n`. Entries of this move and of later ones are replaced. */
export function withEntry(log: LogEntry[], n: number, notes: Note[], bots: number[] = []): LogEntry[] {
  const before = log.filter((entry) => entry.n < n);
  return notes.length ? [...before, { n, notes, bots }] : before;
}
