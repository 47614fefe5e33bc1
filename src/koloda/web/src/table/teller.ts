/** What somebody who listens is told of a match: each note once, my own part first, and what is asked of me. */
import type { LogEntry, Note, View } from '../lib/net/decode';
import type { Chair, GameInfo } from '../lib/net/protocol';
import type { Speech } from '../lib/state/prefs.svelte';
import type { Shown } from '../lib/story/player.svelte';
import { t } from '../lib/words/fluent';
import { gainText, numberText } from '../lib/words/format';
import { chairName, seatName, standInNames } from '../lib/words/names';
import { asSentence, sentence } from '../lib/words/sentences';
import { resultLine, statusLine } from './status';

/** What the teller has to know of its table. */
export interface Listening {
  game: GameInfo;
  you: number | null;
  names: string[];
  chairs: Chair[];
  speech: Speech;
  /** Whether the page agrees for me to go on: then nothing is asked. */
  assenting: boolean;
}

/** The same where bots have moved in the place of people: those are named, also if it was for me. */
function standingIn(to: Listening, bots: number[]): Listening {
  const seats = bots.filter((seat) => to.chairs[seat]?.kind === 'person');
  if (!seats.length) return to;
  const you = to.you !== null && seats.includes(to.you) ? null : to.you;
  return { ...to, you, names: standInNames(to.names, seats) };
}

/** Whether a note is about this seat. */
const concerns = ({ seat, other }: Note, you: number | null): boolean =>
  you !== null && (seat === you || other === you);

/** My own part before that of the others; what is for all, such as that a round begins, stays where it is. */
function mineFirst(notes: Note[], you: number | null): Note[] {
  const sorted: Note[] = [];
  let mine = 0;
  for (const note of notes) {
    if (concerns(note, you)) sorted.splice(mine++, 0, note);
    else sorted.push(note);
    if (note.seat === null) mine = sorted.length;
  }
  return sorted;
}

/** Some notes as they are read aloud; where it should be brief, only what concerns me or all. */
export function notesAloud(notes: Note[], { game, you, names, speech }: Listening): string {
  const told = speech === 'full' ? notes : notes.filter((note) => concerns(note, you) || note.seat === null);
  const how = { you, aloud: true };
  return mineFirst(told, you)
    .map((note) => asSentence(sentence(game, note, names, how)))
    .join(' ');
}

/** What a round has brought everybody, mine first. */
function gainsAloud(gains: number[], { you, names }: Listening): string {
  if (!gains.some((gain) => gain !== 0)) return '';
  const seats = gains.map((_, seat) => seat).sort((a, b) => Number(b === you) - Number(a === you) || a - b);
  const part = (seat: number): string => {
    const n = gains[seat] ?? 0;
    return `${seat === you ? t('tb-you-alone') : seatName(seat, names)} ${gainText(n)}`;
  };
  return t('tb-gains-aloud', { gains: seats.map(part).join(', ') });
}

/** A picture of a move, or its end, as it is read aloud. */
export function shownAloud({ picture, notes }: Shown, to: Listening): string[] {
  return [notesAloud(notes, to), to.speech === 'full' && picture ? gainsAloud(picture.gains, to) : ''];
}

/** How the match has ended, and with how many points. */
export function endAloud(view: View, { game, you, names }: Listening): string {
  const { scores = [], places = [] } = view.result ?? {};
  const line = asSentence(resultLine(game, view, you, names));
  if (new Set(places).size <= 1) return line;
  const order = scores.map((_, seat) => seat).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  return `${line} ${t('tb-scores', { scores: order.map((seat) => `${seatName(seat, names)} ${numberText(scores[seat]!)}`).join(', ') })}`;
}

/** Who has come and gone between two looks at the chairs; of my own seat nothing. */
export function comings(before: Chair[], now: Chair[], you: number | null): string[] {
  return now.flatMap((chair, seat) => {
    const old = before[seat];
    if (!old || seat === you) return [];
    const [was, is] = [old, chair].map((one) => chairName(one, seat)) as [string, string];
    const person = chair.kind === 'person';
    if (old.kind === 'person' && !person) return [t('tb-has-left', { name: was })];
    if (old.kind === 'person' && was !== is) return [t('tb-renamed', { was, name: is })];
    if (person && old.kind !== 'person') return [t('tb-has-come', { name: is })];
    if (Boolean(old.away) !== Boolean(chair.away) && chair.away) return [t('tb-bot-plays', { name: is })];
    if (person && (old.here ?? true) !== (chair.here ?? true))
      return [t(chair.here === false ? 'tb-has-gone' : 'tb-is-back', { name: is })];
    return [];
  });
}

export class Teller {
  /** The number of the last move that has been told to its end. */
  private told = -1;
  /** What was asked last, so that it is not asked again. */
  private asked = '';

  constructor(
    private readonly listening: () => Listening,
    private readonly say: (text: string) => void,
  ) {}

  /** A table without cards: another match will begin. */
  forget(): void {
    this.told = -1;
    this.asked = '';
  }

  /** Tell a picture of a move, or its end. */
  tell(shown: Shown): void {
    const { n, picture, view, notes } = shown;
    const to = standingIn(this.listening(), view.bots);
    const parts = shownAloud(shown, to);
    if (notes.some((note) => note.seat === null)) this.asked = '';
    if (!picture) {
      this.told = n;
      parts.push(this.next(view, to));
    }
    this.utter(parts);
  }

  /** On arrival, or after a gap: what has been missed, or the last move, and what is asked. */
  arrive(view: View, log: LogEntry[]): void {
    const to = this.listening();
    const missed =
      this.told < 0 ? [{ n: view.n, notes: view.log, bots: view.bots }] : log.filter((entry) => entry.n > this.told);
    this.told = view.n;
    this.asked = '';
    this.utter([...missed.map((entry) => notesAloud(entry.notes, standingIn(to, entry.bots))), this.next(view, to)]);
  }

  private utter(parts: string[]): void {
    const text = parts.filter(Boolean).join(' ');
    if (text && this.listening().speech !== 'off') this.say(text);
  }

  /** What comes after a move: the end, what is asked of me, or for whom we wait. */
  private next(view: View, to: Listening): string {
    if (view.result) return endAloud(view, to);
    const mine = to.you !== null && view.legal.length > 0;
    if (mine && to.assenting) return '';
    const line = asSentence(statusLine(to.game, view, to.you, to.names, mine));
    const key = mine && view.kind === 'one' ? `${view.n} ${line}` : mine ? line : waitingKey(view, to);
    if (key === this.asked) return '';
    this.asked = key;
    return key ? line : '';
  }
}

/** Bots move at once, and who still thinks in secret is not told again and again. */
function waitingKey({ kind, turn, chosen, n }: View, { chairs, speech }: Listening): string {
  if (kind !== 'one') return chosen === null ? '' : `chosen ${chosen}`;
  const [seat] = turn;
  return speech === 'brief' || seat === undefined || chairs[seat]?.kind === 'bot' ? '' : `${n} waits`;
}
