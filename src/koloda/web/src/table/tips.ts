/** What a newcomer is told, each once, at the moment it matters. */
import { prefs } from '../lib/prefs.svelte';
import type { FullView } from '../lib/protocol';
import type { GameInfo } from '../lib/api';

interface Moment { game: GameInfo; view: FullView; you: number | null; hints: boolean }

const mine = ({ view, you }: Moment): boolean => you !== null && view.turn.includes(you) && !view.result;
const asks = (moment: Moment, kind: RegExp): boolean =>
  mine(moment) && moment.view.legal.some((move) => moment.game.verbs[move.split(' ')[0] ?? '']?.args.some((arg) => kind.test(arg)));

const TIPS: [id: string, when: (moment: Moment) => boolean][] = [
  ['turn', mine],
  ['card', (moment) => asks(moment, /^card@/)],
  ['cards', (moment) => asks(moment, /^cards@/)],
  ['seat', (moment) => asks(moment, /^seat$/)],
  ['chip', (moment) => asks(moment, /^chip$/)],
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
