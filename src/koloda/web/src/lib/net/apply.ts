import type { FullView, LogLine, ViewChange, WireCounter, WireNote, WireZone } from './protocol';

/** The view after a change: the same as `apply_change` in server/wire.py. */
export function applyChange(view: FullView, change: ViewChange): FullView {
  return {
    t: 'view',
    n: change.n,
    kind: change.kind ?? view.kind,
    turn: change.turn ?? view.turn,
    phase: change.phase || view.phase,
    zones: changedZones(view.zones, change),
    counters: changedCounters(view.counters, change.counters ?? []),
    legal: change.legal ?? view.legal,
    chosen: change.chosen === undefined ? view.chosen : change.chosen,
    notes: change.notes ?? view.notes,
    log: change.log,
    chat: change.chat ?? view.chat,
    result: change.result ?? view.result ?? null,
    deadline: change.deadline ?? view.deadline ?? 0,
  };
}

function changedZones(zones: WireZone[], change: ViewChange): WireZone[] {
  const changed = [...zones];
  for (const [index, cards] of change.zones ?? []) {
    const zone = at(changed, index);
    changed[index] = [zone[0], zone[1], zone[2], zone[3], cards];
  }
  for (const [index, cards] of change.more ?? []) {
    const zone = at(changed, index);
    if (typeof zone[4] === 'number') throw new Error('a change adds cards to a closed pile');
    changed[index] = [zone[0], zone[1], zone[2], zone[3], [...zone[4], ...cards]];
  }
  return changed;
}

function changedCounters(counters: WireCounter[], values: [number, number][]): WireCounter[] {
  const changed = [...counters];
  for (const [index, value] of values) {
    const counter = at(changed, index);
    changed[index] = [counter[0], counter[1], value, counter[3]];
  }
  return changed;
}

function at<T>(list: T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new Error(`a change names place ${index} of ${list.length}`);
  return item;
}

/** The log with what was told of move `n`; the same move told again replaces its line, an earlier one cuts the log. */
export function withLine(log: LogLine[], n: number, notes: WireNote[]): LogLine[] {
  const before = log.filter((line) => line[0] < n);
  return notes.length ? [...before, [n, notes]] : before;
}
