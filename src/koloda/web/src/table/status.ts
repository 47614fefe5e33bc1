/** Whose turn it is and what I have to do, in one sentence. */
import type { GameInfo } from '../lib/net/protocol';
import type { View } from '../lib/net/decode';
import { both, t } from '../lib/words/fluent';
import { seatName } from '../lib/words/names';
import { waitsFor } from './read';

const MAX_NAMES = 3;

export function statusLine(game: GameInfo, view: View, you: number | null, names: string[], playable = true): string {
  if (view.result) return resultLine(view, you, names);
  const mine = you !== null && view.turn.includes(you);
  const phase = phaseName(game, view);
  if (mine && playable && view.kind === 'free')
    return t(waitsFor(game, view, you) ? 'tb-all-wait' : 'tb-you-may', { phase });
  if (mine && playable) return t('tb-you-owe', { phase });
  const who = view.turn.map((seat) => seatName(seat, names));
  if (view.kind === 'together') {
    if (you !== null && view.chosen !== null) return t('tb-chosen-wait', { who: listed(who) });
    return t('tb-together-wait', { who: listed(who) });
  }
  if (view.kind === 'free') return t('tb-free-wait', { who: listed(who) });
  return who[0] ? t('tb-turn-of', { name: who[0] }) : phase;
}

export function phaseName(game: GameInfo, view: View): string {
  return view.phase && game.phases[view.phase] ? both(game.phases[view.phase]!) : '';
}

function listed(who: string[]): string {
  return who.length <= MAX_NAMES
    ? who.join(', ')
    : t('tb-and-more', { who: who.slice(0, MAX_NAMES).join(', '), n: who.length - MAX_NAMES });
}

/** Some games have no winner, only who has lost. */
function lossLine(losers: number[], you: number | null, names: string[]): string {
  if (losers.length === 0) return t('tb-nobody-wins');
  if (losers.length === names.length) return t('tb-all-lose');
  if (losers.length === 1 && losers[0] === you) return t('tb-you-lose');
  return t('tb-loses', { n: losers.length, who: losers.map((seat) => seatName(seat, names)).join(', ') });
}

export function resultLine(view: View, you: number | null, names: string[]): string {
  const winners = view.result?.winners ?? [];
  if (winners.length === 0) return lossLine(view.result?.losers ?? [], you, names);
  if (winners.length === names.length) return t('tb-all-win');
  if (winners.length === 1 && winners[0] === you) return t('tb-you-win');
  return t('tb-wins', { n: winners.length, who: winners.map((seat) => seatName(seat, names)).join(', ') });
}
