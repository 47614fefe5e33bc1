/** What a newcomer is told, each once, at the moment it matters: first about the game, then about the page. */
import type { LogEntry, View } from '../lib/net/decode';
import type { Both, GameInfo, TipInfo } from '../lib/net/protocol';
import { prefs } from '../lib/state/prefs.svelte';
import { parse, type Parsed } from './legal';

interface Moment {
  game: GameInfo;
  view: View;
  you: number | null;
  hints: boolean;
  /** What has been told in this match. */
  log: LogEntry[];
}

/** A tip to be shown. One of the page itself has no text here: its words are those of the page. */
export interface Tip {
  id: string;
  /** What it is about, as in TipInfo. */
  at: string;
  text: Both | null;
}

const PROMPT = 'prompt';
/** Where the page says what is to be done. */
const PROMPT_LINE = '.prompt, .plain-status';

const mine = ({ view, you }: Moment): boolean => you !== null && view.turn.includes(you) && !view.result;
/** Whether a legal move really has such an argument: a verb may take cards only sometimes. */
const asks = ({ view, game }: Moment, what: (move: Parsed) => boolean): boolean =>
  view.legal.some((move) => what(parse(move, game.verbs)));

const OF_THE_PAGE: [id: string, when: (moment: Moment) => boolean][] = [
  ['turn', () => true],
  ['card', (moment) => asks(moment, (move) => move.shape === 'card' && move.cards.length > 0)],
  ['cards', (moment) => asks(moment, (move) => move.shape === 'cards' && move.cards.length > 0)],
  ['hints', (moment) => moment.hints && moment.view.n > 2],
];

const HOLDS: Record<string, (moment: Moment, name: string) => boolean> = {
  phase: ({ view }, name) => view.phase === name,
  verb: ({ view }, name) => view.legal.some((move) => move.split(' ')[0] === name),
  note: ({ view, log }, name) =>
    [view.notes, view.log, ...log.map((entry) => entry.notes)].some((notes) => notes.some(({ kind }) => kind === name)),
};

/** Under what name a tip of a game is remembered. */
export const tipId = (game: GameInfo, { when, at }: TipInfo): string => `${game.id}/${when}/${at}`;

/** The tip for this moment, or null. Tips come only while it is the reader's turn: then they have time to read. */
export function tipFor(moment: Moment): Tip | null {
  if (!prefs.tips || !mine(moment)) return null;
  const { game } = moment;
  const isNew = (id: string): boolean => !prefs.tipsSeen.includes(id);
  const own = game.tips.find((tip) => isNew(tipId(game, tip)) && holds(moment, tip.when));
  if (own) return { id: tipId(game, own), at: own.at, text: own.text };
  const page = OF_THE_PAGE.find(([id, when]) => isNew(id) && when(moment));
  return page ? { id: page[0], at: PROMPT, text: null } : null;
}

function holds(moment: Moment, when: string): boolean {
  const [kind = '', name = ''] = when.split(' ');
  return HOLDS[kind]?.(moment, name) ?? false;
}

export function seen(id: string): void {
  if (!prefs.tipsSeen.includes(id)) prefs.tipsSeen = [...prefs.tipsSeen, id];
}

/** What a tip is about, on this page: my own first, then the table's; null if it is not there. */
export function thingOf(root: ParentNode, at: string): HTMLElement | null {
  const [kind = '', name = ''] = at.split(' ');
  const selector = kind === 'zone' ? `[data-zone^="${name}/"]` : kind === 'counter' ? `[data-counter="${name}"]` : '';
  if (!selector) return root.querySelector(PROMPT_LINE);
  const found = root.querySelectorAll<HTMLElement>(selector);
  const shown = [...found].filter((element) => isShown(element));
  return shown.find((element) => element.closest('[data-mine]')) ?? shown[0] ?? null;
}

const isShown = (element: HTMLElement): boolean =>
  element.getClientRects().length > 0 && !element.hasAttribute('aria-hidden');
