/** What a listener can ask for at any time: my hand, the table, a seat, the last move, my moves, the score. */
import type { Counter, View, Zone } from '../lib/net/decode';
import type { Chair, GameInfo } from '../lib/net/protocol';
import { cardName } from '../lib/words/faces';
import { both, t } from '../lib/words/fluent';
import { seatName } from '../lib/words/names';
import { asSentence, moveSentence, sentence } from '../lib/words/sentences';
import { badgesOf, chipsInTheMiddle, chipsOf, notesOf } from './read';
import { phaseName, statusLine } from './status';

/** What is asked about. */
export interface Scene {
  readonly game: GameInfo;
  readonly view: View;
  readonly you: number | null;
  readonly names: string[];
  readonly playable: boolean;
  chair(seat: number): Chair | undefined;
}

/** So many moves are listed one by one; of more, each verb has its number of moves. */
const MAX_LISTED_MOVES = 12;

const joined = (parts: string[]): string => parts.filter(Boolean).map(asSentence).join(' ');

function zoneAloud({ game }: Scene, { name, slot, faces, look }: Zone): string {
  const kind = game.zones[name];
  const place = slot === null ? '' : kind?.slots[slot] ? both(kind.slots[slot]) : String(slot);
  const title = [kind ? both(kind.names) : name, place].filter(Boolean).join(' ');
  const open = faces.filter((face) => face !== null);
  const closed = faces.length - open.length;
  const seen = look === 'pile' ? open.slice(-1) : open;
  const all = look === 'pile' && open.length > 1 ? t('tb-cards', { n: faces.length }) : '';
  return `${title}: ${[all, ...seen.map(cardName), closed ? t('tb-closed-cards', { n: closed }) : ''].filter(Boolean).join(', ') || t('tb-nothing')}`;
}

function zonesAloud(scene: Scene, owner: number | null): string[] {
  const zones = scene.view.zones.filter((zone) => zone.owner === owner && zone.faces.length > 0);
  return zones.map((zone) => [zoneAloud(scene, zone), labelAloud(scene, zone)].filter(Boolean).join(', '));
}

/** The numbers or words beside a zone. */
function labelAloud({ game, view, names }: Scene, { key }: Zone): string {
  const labels = view.labels.filter((one) => one.key === key);
  return labels.map(({ note }) => sentence(game, note, names, { aloud: true })).join(', ');
}

function countersAloud({ game, view, you, names }: Scene, owner: number | null): string[] {
  const badges = badgesOf(game, view, owner, owner === you).map(({ label, mark, value, goal }) =>
    mark ? label : `${label} ${goal === null ? value : t('tb-of-goal', { value, goal })}`,
  );
  const chips = owner === null ? chipsInTheMiddle(game, view, names.length) : chipsOf(game, view, owner);
  return [...badges, ...chips.map(({ label, n }) => `${label} ${n}`)];
}

const notesAloud = ({ game, view, names, you }: Scene, owner: number | null): string[] =>
  notesOf(view, owner).map((note) => sentence(game, note, names, { you, aloud: true }));

/** My own cards and numbers. */
export function handAloud(scene: Scene): string {
  const { you } = scene;
  if (you === null) return t('tb-watching');
  const zones = zonesAloud(scene, you);
  return joined([
    ...(zones.length ? zones : [t('tb-hand-empty')]),
    ...countersAloud(scene, you),
    ...notesAloud(scene, you),
  ]);
}

/** The middle of the table: phase, cards, numbers, what stands announced. */
export function tableAloud(scene: Scene): string {
  const { game, view } = scene;
  return joined([
    view.result ? t('tb-over') : phaseName(game, view),
    ...zonesAloud(scene, null),
    ...countersAloud(scene, null),
    ...notesAloud(scene, null),
  ]);
}

/** By which digit each seat can be asked for. */
export function seatsAloud({ names }: Scene): string {
  return t('tb-which-seat', { seats: names.map((_, seat) => `${seat + 1} ${seatName(seat, names)}`).join(', ') });
}

/** All that is seen of a seat, if there is one. */
export function seatAloud(scene: Scene, seat: number): string {
  if (seat < 0 || seat >= scene.names.length) return t('tb-no-seat');
  const { view, you, names } = scene;
  const name = seat === you ? t('tb-you', { name: seatName(seat, names) }) : seatName(seat, names);
  const moving = !view.result && view.kind !== 'free' && view.turn.includes(seat) ? t('tb-moves') : '';
  const bot = scene.chair(seat)?.kind === 'bot' ? t('tb-bot') : '';
  const facts = [name, bot, moving].filter(Boolean).join(', ');
  return joined([facts, ...countersAloud(scene, seat), ...zonesAloud(scene, seat), ...notesAloud(scene, seat)]);
}

/** What happened last. */
export function lastAloud({ game, view, names, you }: Scene): string {
  return joined(view.log.map((note) => sentence(game, note, names, { you, aloud: true }))) || t('tb-nothing-yet');
}

/** What I may do. */
export function movesAloud(scene: Scene): string {
  const { game, view, you, names, playable } = scene;
  const asked = statusLine(game, view, you, names, playable);
  if (!view.legal.length) return asSentence(asked);
  const few = view.legal.length <= MAX_LISTED_MOVES;
  const moves = few ? view.legal.map((move) => moveSentence(game, move, names, true)) : counted(game, view.legal);
  return joined([asked, ...moves]);
}

function counted(game: GameInfo, moves: string[]): string[] {
  const numbers = new Map<string, number>();
  for (const move of moves) {
    const verb = move.split(' ')[0] ?? '';
    numbers.set(verb, (numbers.get(verb) ?? 0) + 1);
  }
  return [...numbers].map(([verb, n]) => `${moveSentence(game, verb).split(':')[0]}: ${t('tb-moves-count', { n })}`);
}

/** The points of all, mine first; where there are none, all numbers of the seats. */
export function scoreAloud(scene: Scene): string {
  const { game, view, you, names } = scene;
  const isScore = ({ name, owner }: Counter): boolean =>
    owner !== null && ['score', 'track'].includes(game.counters[name]?.show ?? '');
  const owned = view.counters.filter(({ owner }) => owner !== null);
  const scores = owned.some(isScore)
    ? owned.filter(isScore)
    : owned.filter(({ name }) => game.counters[name]?.show === 'number');
  const seats = names.map((_, seat) => seat).sort((a, b) => Number(b === you) - Number(a === you) || a - b);
  const lines = seats.map((seat) => {
    const numbers = scores.filter(({ owner }) => owner === seat);
    const parts = numbers.map(
      ({ name, value, goal }) =>
        `${both(game.counters[name]!.names)} ${goal === null ? value : t('tb-of-goal', { value, goal })}`,
    );
    return parts.length
      ? `${seat === you ? t('tb-you', { name: seatName(seat, names) }) : seatName(seat, names)}: ${parts.join(', ')}`
      : '';
  });
  return joined(lines) || joined(countersAloud(scene, null)) || t('tb-nothing-yet');
}
