/** What I may do now, and what I have clicked so far; the board, the seats and the buttons share it. */
import { NARROW } from '../lib/ui/breakpoints';
import type { View, Zone } from '../lib/net/decode';
import type { GameInfo } from '../lib/net/protocol';
import { announce } from '../lib/state/announce.svelte';
import { tokensOf } from '../lib/words/faces';
import { both, listed, t } from '../lib/words/fluent';
import { asSentence, moveSentence } from '../lib/words/sentences';
import {
  attempt,
  attemptWith,
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
  /** Have the server tell why a move is refused. */
  why(text: string): void;
}

/** Numbers or words to choose from. */
export interface Values {
  kind: string;
  values: string[];
}

/** What the prompt has for one verb: a button, or values and a button. Its place never changes during a turn. */
export interface Action {
  verb: string;
  /** The digit that presses the button: the same throughout the match. */
  digit: string;
  label: string;
  /** The move that the button makes; null: it makes none now. */
  move: string | null;
  /** Pressing it takes up the verb. Otherwise, without a move, it tells why there is none. */
  opens: boolean;
  values: Values | null;
}

const INLINE = ['number', 'word'];
/** More values than these are on a slider, which always stands somewhere. */
const MAX_VALUE_BUTTONS = { wide: 16, narrow: 6 };

export function isOnSlider(values: string[]): boolean {
  const narrow = typeof matchMedia === 'function' && matchMedia(`(${NARROW})`).matches;
  return values.length > MAX_VALUE_BUTTONS[narrow ? 'narrow' : 'wide'];
}

/** The keys of the first verb, the second …: zero is the tenth. */
const DIGITS = ['', '1', '2', '3', '4', '5', '6', '7', '8', '9', '0'];

export class Prompt {
  selection: Selection = $state.raw(NOTHING);
  /** A move put together by a special control (an order, a cut). */
  composed: string | null = $state(null);
  /** Why the button that was pressed last made no move. */
  reason = $state('');
  /** A control that takes a typed number; whether it has taken it. */
  type: ((number: number) => boolean) | null = null;
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
    this.choose(NOTHING);
  }

  private choose(selection: Selection): void {
    this.selection = selection;
    this.reason = '';
  }

  play(move: string): void {
    this.clear();
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
    if (next) this.choose(next);
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
    this.choose(clickValue(this.moves, this.now, kind, value));
    const [only] = this.done;
    if (atOnce && this.done.length === 1 && only) this.play(only.text);
  }

  setValue(kind: string, value: string, verb: string): void {
    this.choose({ verb, cards: [], values: { [kind]: value } });
  }

  tapVerb(verb: string): void {
    this.choose(clickVerb(this.moves, this.now, verb));
  }

  /** One action for every verb that is legal now, in the game's own order. */
  actions: Action[] = $derived.by(() => this.verbs.map((verb) => this.action(verb)));
  /** Nothing but this one verb is to be done: digits choose its cards or values, Enter plays. */
  single: boolean = $derived(this.actions.length === 1);
  /** The verb whose button stands out: that of the move that is put together, or of the only move there is. */
  primary: string | null = $derived.by(() => {
    const ready = this.touched ? this.done.map((move) => move.verb) : [];
    const [only] = this.actions;
    if (ready.length === 0 && !this.now.verb && this.single && only?.move) ready.push(only.verb);
    if (ready.length === 0 && this.composed !== null) ready.push(verbOf(this.composed));
    return ready.length === 1 ? (ready[0] as string) : null;
  });
  /** What is still to be chosen for the verb that has been taken up, in words. */
  need: string = $derived(
    this.now.verb !== null && this.done.length === 0 && this.composed === null ? this.wanted(this.now.verb) : '',
  );

  /** Whether anything is chosen that could be let go. */
  get touched(): boolean {
    return this.now.verb !== null || this.begun;
  }

  private get begun(): boolean {
    return this.now.cards.length > 0 || Object.keys(this.now.values).length > 0;
  }

  private action(verb: string): Action {
    const { game } = this.source;
    const name = game.verbs[verb] ? both(game.verbs[verb].names) : verb;
    const at = Object.keys(game.verbs).indexOf(verb) + 1;
    const action: Action = { verb, digit: DIGITS[at] ?? '', label: `${name}…`, move: null, opens: false, values: null };
    action.values = this.plainValues(verb);
    const move = this.moveOf(verb) ?? this.firstOnSlider(action);
    if (move !== null) return { ...action, move, label: move === verb ? name : this.say(move) };
    if (action.values) return action;
    if (this.begun && this.verb === verb)
      return { ...action, label: this.say(attempt(this.candidates, this.now) ?? verb) };
    return { ...action, opens: this.verbs.length > 1 };
  }

  /** The move of this verb that is put together, or that needs nothing. */
  private moveOf(verb: string): string | null {
    const composed = this.composed;
    const ready = this.done.filter((move) => move.verb === verb);
    if (ready.length === 1) return ready[0]?.text ?? null;
    if (composed !== null && verbOf(composed) === verb && this.moves.some((move) => move.text === composed))
      return composed;
    const [alone, ...others] = this.moves.filter((move) => move.verb === verb);
    return alone && !others.length && alone.text === verb ? verb : null;
  }

  private firstOnSlider({ verb, values }: Action): string | null {
    if (!values || !isOnSlider(values.values)) return null;
    return this.moves.find((move) => move.verb === verb && move.values[values.kind] === values.values[0])?.text ?? null;
  }

  /** Where a verb takes only a number or a word: what there is to choose from. */
  private plainValues(verb: string): Values | null {
    const moves = this.moves.filter((move) => move.verb === verb);
    const [kind] = Object.keys(moves[0]?.values ?? {});
    if (kind === undefined || !INLINE.includes(kind)) return null;
    if (moves.some((move) => move.shape !== 'none' || Object.keys(move.values).length !== 1)) return null;
    return { kind, values: openValues(moves, { ...NOTHING, verb }, kind) };
  }

  private say(move: string): string {
    return moveSentence(this.source.game, move, this.source.names);
  }

  private wanted(verb: string): string {
    const kinds = missing(this.moves, { ...this.now, verb });
    const things = kinds.filter((kind) => kind !== 'order').map((kind) => t(`tb-what-${kind}`));
    return things.length ? t('tb-need', { what: listed(things) }) : t('tb-need-order');
  }

  /** Tell why pressing the button of this verb makes no move. */
  explain(verb: string): void {
    const begun = this.begun && this.verb === verb ? attempt(this.candidates, this.now) : null;
    if (begun !== null) this.source.why(begun);
    else this.tell(this.wanted(verb));
  }

  /** Tell why a card of mine cannot be chosen. */
  explainCard(card: Chosen): void {
    const moves = this.moves.filter(
      (move) => move.zone === card.zone && (move.verb === this.now.verb || !this.now.verb),
    );
    const held = this.source.view.zones.find((zone) => zone.name === card.zone && zone.owner === card.owner);
    const tried = attemptWith(moves, this.now, card, held?.faces ?? []);
    if (tried !== null) this.source.why(tried);
  }

  private tell(reason: string): void {
    this.reason = reason;
    announce(asSentence(reason));
  }
}

const verbOf = (move: string): string => move.split(' ')[0] ?? '';

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
