/** What a newcomer is told, each once, at the moment it matters. */
import { prefs } from '../lib/state/prefs.svelte';
import type { View } from '../lib/net/decode';
import type { GameInfo } from '../lib/net/protocol';
import { parse, type Parsed } from './legal';

interface Moment {
  game: GameInfo;
  view: View;
  you: number | null;
  hints: boolean;
}

const mine = ({ view, you }: Moment): boolean => you !== null && view.turn.includes(you) && !view.result;
/** Whether a legal move really has such an argument: a verb may take a card or a seat only sometimes. */
const asks = (moment: Moment, what: (move: Parsed) => boolean): boolean =>
  mine(moment) && moment.view.legal.some((move) => what(parse(move, moment.game.verbs)));

const TIPS: [id: string, when: (moment: Moment) => boolean][] = [
  ['turn', mine],
  ['card', (moment) => asks(moment, (move) => move.shape === 'card' && move.cards.length > 0)],
  ['cards', (moment) => asks(moment, (move) => move.shape === 'cards' && move.cards.length > 0)],
  ['seat', (moment) => asks(moment, (move) => 'seat' in move.values)],
  ['chip', (moment) => asks(moment, (move) => 'chip' in move.values)],
  ['together', (moment) => moment.view.kind === 'together' && mine(moment)],
  ['hints', (moment) => moment.hints && moment.view.n > 2 && mine(moment)],
  ['log', (moment) => moment.view.n > 8],
  ['over', ({ view }) => Boolean(view.result)],
];

/** The tip for this moment, or null. */
export function tipFor(moment: Moment): string | null {
  if (!prefs.tips) return null;
  return TIPS.find(([id, when]) => !prefs.tipsSeen.includes(id) && when(moment))?.[0] ?? null;
}

export function seen(id: string): void {
  if (!prefs.tipsSeen.includes(id)) prefs.tipsSeen = [...prefs.tipsSeen, id];
}
