/** A whole match in sentences: for the log beside a replay, and as a text to keep. It needs no rules, only what was told. */
import type { View } from '../net/decode';
import type { ChangeOfHands, GameInfo } from '../net/protocol';
import '../consent/words';
import { t } from '../words/fluent';
import { seatName, standInNames } from '../words/names';
import { sentence } from '../words/sentences';

export interface ReplayLine {
  /** After which move it was told; 0: at the start. */
  at: number;
  told: string[];
  /** What was tried from here and taken back, by which seat. */
  undone: { seat: number; told: string[] }[];
  hands: ChangeOfHands[];
}

export function replayLines(game: GameInfo, views: View[], names: string[]): ReplayLine[] {
  return views.flatMap((view, at) => {
    const who = standInNames(names, view.bots);
    const told = view.log.map((note) => sentence(game, note, who));
    const undone = view.undone.map(({ seat, lines }) => ({
      seat,
      told: lines.flatMap(({ notes }) => notes.map((note) => sentence(game, note, names))),
    }));
    const { hands } = view;
    return told.length || undone.length || hands.length ? [{ at, told, undone, hands }] : [];
  });
}

export const takenBack = (seat: number, names: string[]): string => t('tb-taken-back', { name: seatName(seat, names) });

export const handed = ([, seat, bot]: ChangeOfHands): string => t(bot ? 'tb-to-bot' : 'tb-to-person', { n: seat + 1 });

/** The text: a heading, what was told move by move, and how it ended. */
export function transcript(heading: string, lines: ReplayLine[], names: string[], end: string): string {
  const told = lines.flatMap(({ at, told, undone, hands }) => [
    ...(told.length ? [`${at || t('the-start')}. ${told.join(' ')}`] : []),
    ...undone.map((one) => `   ${takenBack(one.seat, names)} ${one.told.join(' ')}`),
    ...hands.map((change) => `   ${handed(change)}`),
  ]);
  return [heading, '', ...told, '', end, ''].join('\n');
}
