/** How a match ended for the reader, and why, from its result and the last things that were told. */
import type { LogEntry, Note, View } from '../net/decode';
import type { GameInfo } from '../net/protocol';
import { listed, t } from '../words/fluent';
import { seatName } from '../words/names';
import { asSentence, sentence } from '../words/sentences';
import { resultLine } from '../../table/status';
import './words';

const MOST_REASONS = 3;

/** The result in the reader's own terms. */
export function headline(game: GameInfo, view: View, you: number | null, names: string[]): string {
  const line = resultLine(game, view, you, names);
  if (you === null || !view.result) return line;
  const { winners, losers, places } = view.result;
  if (winners.length === 0 || winners.length === names.length) return line;
  if (winners.includes(you)) {
    const others = winners.filter((seat) => seat !== you).map((seat) => seatName(seat, names));
    return others.length ? t('end-we-win', { who: listed(others) }) : line;
  }
  if (winners.length > 1) return line;
  if (losers.includes(you)) return t('end-you-lose', { line });
  return t('end-place', { n: places[you] ?? names.length, all: names.length, line });
}

/** Why it ended so: the last sentences of the last move that are not the headline again. What is told of every seat, such
    as its points, is left to the list of places. */
export function reasons(game: GameInfo, view: View, log: LogEntry[], you: number | null, names: string[]): string[] {
  const notes = log.findLast((entry) => entry.notes.length)?.notes ?? [];
  const said = new Set([plain(resultLine(game, view, you, names)), plain(headline(game, view, you, names))]);
  const found: string[] = [];
  for (const note of notes) {
    if (isList(note, notes, names.length)) continue;
    const text = asSentence(sentence(game, note, names, { you }));
    if (said.has(plain(text))) continue;
    said.add(plain(text));
    found.push(text);
  }
  return found.slice(-MOST_REASONS);
}

const isList = (note: Note, notes: Note[], seats: number): boolean =>
  seats > 1 && new Set(notes.filter(({ kind }) => kind === note.kind).map(({ seat }) => seat)).size >= seats;

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Whether the reader has something to be glad of. */
export const isWin = (view: View, you: number | null): boolean =>
  you !== null && (view.result?.winners.includes(you) ?? false);
