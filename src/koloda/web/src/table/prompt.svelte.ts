/** What I may do now, and what I have clicked so far; the board, the seats and the buttons share it. */
import type { View, Zone } from '../lib/net/decode';
import type { GameInfo } from '../lib/net/protocol';
import { tokensOf } from '../lib/words/faces';
import { both } from '../lib/words/fluent';
import { moveSentence } from '../lib/words/sentences';
import {
  type Chosen,
  clickCard,
  clickValue,
  clickVerb,
  complete,
  isChosen,
  isSplit,
  missing,
  narrow,
  NOTHING,
  openValues,
  parse,
  type Parsed,
  revise,
  type Selection,
  verbsOf,
} from './legal';

/** What the prompt asks of its board. */
export interface PromptSource {
  readonly game: GameInfo;
  readonly view: View;
  readonly you: number | null;
  readonly names: string[];
  readonly playable: boolean;
  readonly assenting: boolean;
  move(text: string): void;
}

/** A button of the prompt: it plays `move`, or (null) takes up its verb. */
export interface Action {
  verb: string;
  move: string | null;
  label: string;
}

const INLINE = ['number', 'word'];

export class Prompt {
  selection: Selection = $state.raw(NOTHING);
  /** A move put together by a special control (an order, a cut). */
  composed: string | null = $state(null);
  moves: Parsed[] = $derived.by(() => {
    const { view, game, playable, assenting } = this.source;
    return playable && !assenting ? view.legal.map((text) => parse(text, game.verbs)) : [];
  });
  /** The verbs that are legal now. */
  verbs: string[] = $derived.by(() => {
    const offered = new Set(verbsOf(this.moves));
    return Object.keys(this.source.game.verbs).filter((verb) => offered.has(verb));
  });
  now: Selection = $derived(revise(this.moves, this.selection));
  candidates: Parsed[] = $derived(narrow(this.moves, this.now));
  done: Parsed[] = $derived(complete(this.moves, this.now));
  /** There is only one verb, so nobody has to choose it. */
  only: boolean = $derived(this.verbs.length === 1);
  /** The only verb that is left, or null. */
  verb: string | null = $derived.by(() => {
    const left = verbsOf(this.candidates);
    return left.length === 1 ? (left[0] as string) : null;
  });
  missing: string[] = $derived(missing(this.moves, this.now));
  private lights: Set<string> = $derived(
    lightsOf(this.now.verb ? this.moves.filter((m) => m.verb === this.now.verb) : this.moves),
  );
  private openSeats: Set<string> = $derived(new Set(openValues(this.moves, this.now, 'seat')));
  private openZones: Set<string> = $derived(new Set(openValues(this.moves, this.now, 'zone')));
  openChips: Set<string> = $derived(new Set(openValues(this.moves, NOTHING, 'chip')));
  /** Zones that hold cards one may choose from: cards there that are not lit are dimmed. */
  targets: Set<string> = $derived(new Set(this.moves.filter((move) => move.cards.length > 0).map((move) => move.zone)));
  /** The verb whose cards are to be put in order. */
  order: Parsed | null = $derived(this.candidates.find((move) => move.shape === 'order') ?? null);
  split: number | null = $derived.by(() => {
    const cuts = this.candidates.filter((move) => 'number3' in move.values);
    return cuts.length ? isSplit(cuts) : null;
  });

  constructor(private readonly source: PromptSource) {}

  clear(): void {
    this.selection = NOTHING;
  }

  play(move: string): void {
    this.selection = NOTHING;
    this.source.move(move);
  }

  lit(card: Chosen): boolean {
    if (card.face === null || this.moves.length === 0) return false;
    return tokensOf(card.face).some((token) => {
      if (card.owner !== null && this.lights.has(`${card.zone}|${card.owner}|${token}`)) return true;
      return (card.owner === null || card.owner === this.source.you) && this.lights.has(`${card.zone}||${token}`);
    });
  }

  raised(card: Chosen): boolean {
    return isChosen(this.now, card);
  }

  /** A tap raises a card; a second tap plays it, or puts it down if the move takes several cards. */
  tap(card: Chosen): void {
    const [only] = this.done;
    if (this.raised(card) && this.done.length === 1 && only && only.shape === 'card') return this.play(only.text);
    const next = clickCard(this.moves, this.now, card, this.source.you);
    if (next) this.selection = next;
  }

  /** A card dropped in the middle is played if nothing is left to say. */
  drop(card: Chosen): void {
    if (!this.raised(card)) this.tap(card);
    const [only] = this.done;
    if (this.done.length === 1 && only) this.play(only.text);
  }

  seatOpen(seat: number): boolean {
    return this.openSeats.has(String(seat)) && (this.verb !== null || this.cardsMaySay(seat));
  }

  /** Whether a move can name this seat without naming more cards first. */
  private cardsMaySay(seat: number): boolean {
    return this.candidates.some(
      (move) => move.values.seat === String(seat) && move.cards.length === this.now.cards.length,
    );
  }

  tapSeat(seat: number): void {
    this.tapValue('seat', String(seat), this.verb !== null && this.missing.length === 1 && this.missing[0] === 'seat');
  }

  zoneToken({ name, owner, slot }: Zone): string | null {
    const { game, you } = this.source;
    if (slot === null) return this.openZones.has(name) ? name : null;
    const slotName = game.zones[name]?.slots[String(slot)]?.en;
    if (slotName && this.openZones.has(slotName)) return slotName;
    return owner === you && this.slotNumbers.has(`${name}/${slot}`) ? `#${slot}` : null;
  }

  /** My own slots whose numbers are the numbers to choose from: one can click them instead. */
  slotNumbers: Set<string> = $derived.by(() => {
    const { view, you } = this.source;
    const verb = this.verb;
    const numbers =
      verb && this.candidates.every((m) => Object.keys(m.values).join() === 'number' && m.shape === 'none');
    if (!numbers) return new Set<string>();
    const wanted = openValues(this.moves, this.now, 'number');
    const mine = view.zones.filter((zone) => zone.owner === you && zone.slot !== null);
    const names = [...new Set(mine.map((zone) => zone.name))];
    const fits = names.find((name) =>
      wanted.every((n) => mine.some((zone) => zone.name === name && zone.slot === Number(n))),
    );
    return new Set(fits ? wanted.map((n) => `${fits}/${n}`) : []);
  });

  zoneChosen(token: string): boolean {
    return token.startsWith('#') ? this.now.values.number === token.slice(1) : this.now.values.zone === token;
  }

  tapZone(token: string): void {
    const [kind, value] = token.startsWith('#') ? ['number', token.slice(1)] : ['zone', token];
    const [only] = this.done;
    if (this.now.values[kind] === value && this.done.length === 1 && only) return this.play(only.text);
    this.tapValue(kind, value, false);
  }

  /** Choose a value; `atOnce`: play the move if it is complete. */
  tapValue(kind: string, value: string, atOnce: boolean): void {
    this.selection = clickValue(this.moves, this.now, kind, value);
    const [only] = this.done;
    if (atOnce && this.done.length === 1 && only) this.play(only.text);
  }

  setValue(kind: string, value: string, verb: string): void {
    this.selection = { verb, cards: [], values: { [kind]: value } };
  }

  tapVerb(verb: string): void {
    this.selection = clickVerb(this.moves, this.now, verb);
  }

  /** Verbs that take only a number or a word have a control of their own. */
  inline: { verb: string; kind: string; values: string[] }[] = $derived.by(() =>
    this.verbs.flatMap((verb) => {
      const moves = this.moves.filter((move) => move.verb === verb);
      const [kind] = Object.keys(moves[0]?.values ?? {});
      const plain =
        kind !== undefined &&
        INLINE.includes(kind) &&
        moves.every((m) => m.shape === 'none' && Object.keys(m.values).length === 1);
      if (!plain || kind === undefined) return [];
      return [{ verb, kind, values: openValues(moves, { ...NOTHING, verb }, kind) }];
    }),
  );

  actions: Action[] = $derived.by(() => {
    const composed = this.composed;
    const made = composed !== null && this.moves.some((move) => move.text === composed) ? [this.say(composed)] : [];
    const own = new Set(this.inline.map((control) => control.verb));
    const shown = this.now.verb ? [this.now.verb, ...this.verbs.filter((verb) => verb !== this.now.verb)] : this.verbs;
    return [...made, ...shown.filter((verb) => !own.has(verb)).flatMap((verb) => this.action(verb))];
  });

  private say(move: string): Action {
    const { game, names } = this.source;
    return { verb: move.split(' ')[0] ?? '', move, label: moveSentence(game, move, names) };
  }

  private action(verb: string): Action[] {
    const { game, names } = this.source;
    const name = game.verbs[verb] ? both(game.verbs[verb].names) : verb;
    const ready = this.done.filter((move) => move.verb === verb);
    const [only] = ready;
    if (ready.length === 1 && only) return [{ verb, move: only.text, label: moveSentence(game, only.text, names) }];
    const moves = this.moves.filter((move) => move.verb === verb);
    const [alone] = moves;
    if (moves.length === 1 && alone && alone.text === verb) return [{ verb, move: verb, label: name }];
    if (moves.some((move) => move.shape === 'order' || 'number3' in move.values || 'chip' in move.values)) return [];
    return this.only ? [] : [{ verb, move: null, label: name }];
  }
}

function lightsOf(moves: Parsed[]): Set<string> {
  const lights = new Set<string>();
  for (const move of moves) {
    if (move.shape === 'order') continue;
    for (const token of move.cards) {
      lights.add(`${move.zone}||${token}`);
      if (move.values.seat !== undefined) lights.add(`${move.zone}|${move.values.seat}|${token}`);
    }
  }
  return lights;
}
