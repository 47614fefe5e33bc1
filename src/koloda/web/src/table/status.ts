/** Whose turn it is and what I have to do, in one sentence. */
import type { View } from '../lib/net/decode';
import type { GameInfo } from '../lib/net/protocol';
import { both, lang, listed, t } from '../lib/words/fluent';
import { fill } from '../lib/words/fill';
import { seatName } from '../lib/words/names';
import { sentence } from '../lib/words/sentences';
import { waitsFor } from './read';

const MAX_NAMES = 3;

export function statusLine(game: GameInfo, view: View, you: number | null, names: string[], playable = true): string {
  if (view.result) return resultLine(game, view, you, names);
  const mine = you !== null && view.turn.includes(you);
  return mine && playable ? askLine(game, view, you, names) : waitLine(game, view, you, names);
}

/** What whoever must act should do: the game's own sentence for it, or the name of the phase. */
function askLine(game: GameInfo, view: View, you: number, names: string[]): string {
  const asked = view.ask ? sentence(game, view.ask, names) : game.asks[view.phase] && both(game.asks[view.phase]!);
  const phase = phaseName(game, view);
  if (view.kind === 'free' && waitsFor(game, view, you)) return t('tb-all-wait', { ask: asked ?? phase });
  return asked ?? t(view.kind === 'free' ? 'tb-you-may' : 'tb-you-owe', { phase });
}

export function phaseName(game: GameInfo, view: View): string {
  return view.phase && game.phases[view.phase] ? both(game.phases[view.phase]!) : '';
}

/** What those who wait are waiting for. */
function waitLine(game: GameInfo, view: View, you: number | null, names: string[]): string {
  const seats = view.turn.filter((seat) => seat !== you).map((seat) => seatName(seat, names));
  if (seats.length === 0) return phaseName(game, view);
  const who = shortened(seats);
  const words = game.waits[view.phase];
  const wait = words ? fill(both(words), lang(), { seats: who, n: seats.length }) : plainWait(view, who, seats.length);
  return view.chosen === null ? wait : t('tb-chosen-wait', { wait });
}

function plainWait({ kind }: View, who: string, n: number): string {
  return t(kind === 'one' ? 'tb-turn-of' : kind === 'free' ? 'tb-free-wait' : 'tb-together-wait', { who, n });
}

const shortened = (who: string[]): string =>
  who.length <= MAX_NAMES
    ? listed(who)
    : t('tb-and-more', { who: who.slice(0, MAX_NAMES).join(', '), n: who.length - MAX_NAMES });

/** Some games have no winner, only who has lost. */
function lossLine(losers: number[], you: number | null, names: string[]): string {
  if (losers.length === 0) return t('tb-nobody-wins');
  if (losers.length === names.length) return t('tb-all-lose');
  if (losers.length === 1 && losers[0] === you) return t('tb-you-lose');
  const line = t('tb-loses', { n: losers.length, who: listed(losers.map((seat) => seatName(seat, names))) });
  return you === null || losers.includes(you) ? line : t('tb-you-survive', { line });
}

export function resultLine(game: GameInfo, view: View, you: number | null, names: string[]): string {
  const winners = view.result?.winners ?? [];
  if (winners.length === 0) return lossLine(view.result?.losers ?? [], you, names);
  if (winners.length === names.length) return t(game.cooperative ? 'tb-all-win' : 'tb-draw');
  if (winners.length === 1 && winners[0] === you) return t('tb-you-win');
  return t('tb-wins', { n: winners.length, who: listed(winners.map((seat) => seatName(seat, names))) });
}
