/** A board and everything that its parts need; they get it from the context instead of props. */
import { createContext } from 'svelte';
import type { LogEntry, Note, View } from '../lib/net/decode';
import type { Chair, GameInfo } from '../lib/net/protocol';
import { type HandOrder, prefs } from '../lib/state/prefs.svelte';
import type { Picture } from '../lib/story/pictures';
import type { StoryPlayer } from '../lib/story/player.svelte';
import { packOf, type Pack } from './cards';
import { lastActions, type Place, placesOf, withChosen } from './places';
import { Prompt } from './prompt.svelte';
import { type Badge, badgesOf, badgeText } from './read';
import { phaseName, statusLine } from './status';

/** The props of a board. */
export interface BoardProps {
  game: GameInfo;
  view: View;
  /** The previous view, if its cards should fly to their new places. */
  previous?: View | null;
  you: number | null;
  names: string[];
  chairs?: Chair[];
  /** Whether the reader may move at all. */
  playable?: boolean;
  /** Why the server has refused the last move. */
  refused?: string;
  /** Whether the page agrees to go on by itself: there is nothing to ask. */
  assenting?: boolean;
  /** Whether moves without a choice are made automatically. */
  auto?: boolean;
  onauto?: (on: boolean) => void;
  onmove?: (text: string) => void;
  /** Ask the server why a move is refused. */
  onwhy?: (text: string) => void;
  /** How far the clock of deadlines is ahead of ours, in milliseconds. */
  ahead?: number;
  /** The board has the screen to itself and makes use of it. */
  fitted?: boolean;
  /** Tells what happens; none for a moment of the past. */
  story?: StoryPlayer | null;
  /** What has happened until now. */
  log?: LogEntry[];
}

/** A badge, and how many characters its number will need; one that is not there at the moment only keeps its place. */
export interface SteadyBadge extends Badge {
  here: boolean;
  room: number;
  /** By how much the number has just grown. */
  gain: number;
}

export class BoardState {
  readonly prompt = new Prompt(this);
  /** Whose turn it is and what I have to do. */
  status: string = $derived.by(() =>
    this.assenting
      ? phaseName(this.game, this.view)
      : statusLine(this.game, this.view, this.you, this.names, this.playable),
  );

  /** What is on the table, with what is chosen in secret laid out. */
  view: View = $derived.by(() => withChosen(this.game, this.props().view, this.you));
  /** All views of the present move: there is room for each of them, so that nothing moves while it is told. */
  frame: View[] = $derived.by(() => {
    const frame = this.story?.frame ?? [];
    return frame.length ? frame : [this.view];
  });
  places: Place[] = $derived.by(() => this.remember(placesOf(this.frame, this.view)));
  /** The last thing that each seat has done. */
  actions: Map<number, Note> = $derived.by(() => lastActions(this.props().log ?? [], this.seats));
  /** Places that have had cards keep their place in this match. */
  private used = new Set<string>();
  private usedUntil = 0;

  /** The props of the component: reading one of them is reading state. */
  constructor(private readonly props: () => BoardProps) {}

  get game(): GameInfo {
    return this.props().game;
  }
  get story(): StoryPlayer | null {
    return this.props().story ?? null;
  }
  /** The picture of the story that stands on the table. */
  get picture(): Picture | null {
    return this.story?.current ?? null;
  }
  get previous(): View | null {
    return this.props().previous ?? null;
  }
  get you(): number | null {
    return this.props().you;
  }
  get names(): string[] {
    return this.props().names;
  }
  get seats(): number {
    return this.names.length;
  }
  get playable(): boolean {
    return this.props().playable ?? true;
  }
  get refused(): string {
    return this.props().refused ?? '';
  }
  get assenting(): boolean {
    return this.props().assenting ?? false;
  }
  get auto(): boolean {
    return this.props().auto ?? false;
  }
  get fitted(): boolean {
    return this.props().fitted ?? false;
  }
  /** When the turn ends, by a clock that is `ahead` of ours; 0: never. */
  get deadline(): number {
    return this.view.result ? 0 : this.view.deadline;
  }
  get ahead(): number {
    return this.props().ahead ?? 0;
  }
  /** How my hand is sorted: as I like it in this game, else by suit where suits are followed. */
  get handOrder(): HandOrder {
    const isTricks = Object.values(this.game.zones).some(({ look }) => look === 'trick');
    return prefs.handOrders[this.game.id] ?? (isTricks ? 'suit' : 'rank');
  }
  get pack(): Pack {
    return packOf(this.game);
  }

  private remember(places: Place[]): Place[] {
    if (this.view.n < this.usedUntil) this.used.clear();
    this.usedUntil = this.view.n;
    for (const { key, room } of places) if (room) this.used.add(key);
    return places;
  }

  /** Whether this place has or had cards, or may be chosen now. */
  isUsed(place: Place): boolean {
    return this.used.has(place.key) || this.prompt.zoneToken(place) !== null;
  }

  /** The badges of a seat, or of the middle (null), with room for what they show in the course of the move. */
  badges(seat: number | null): SteadyBadge[] {
    const badges = new Map<string, SteadyBadge>();
    for (const view of [this.view, ...this.frame])
      for (const badge of badgesOf(this.game, view, seat, seat === this.you)) {
        const known = badges.get(badge.name);
        const room = badgeText(badge, badge.value).length;
        if (known) known.room = Math.max(known.room, room);
        else badges.set(badge.name, { ...badge, here: view === this.view, room, gain: this.gainOf(badge, seat) });
      }
    const order = Object.keys(this.game.counters);
    return [...badges.values()].sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  }

  private gainOf({ name, value }: Badge, seat: number | null): number {
    if (seat === null) return 0;
    const before = this.picture && this.previous?.counters.find((one) => one.name === name && one.owner === seat);
    return before ? value - before.value : 0;
  }

  /** Whether seats have, or may come to have, several places of a kind beside their others: those keep their room. */
  get hasSlots(): boolean {
    return Object.entries(this.game.zones).some(
      ([name, { look, slots }]) =>
        look !== 'grid' &&
        Object.keys(slots).length > 0 &&
        !this.places.some((zone) => zone.name === name && (zone.slot === null || zone.owner === null)),
    );
  }

  chair(seat: number): Chair | undefined {
    return this.props().chairs?.[seat];
  }

  setAuto(on: boolean): void {
    this.props().onauto?.(on);
  }

  move(text: string): void {
    this.props().onmove?.(text);
  }

  why(text: string): void {
    this.props().onwhy?.(text);
  }
}

export const [getBoard, setBoard] = createContext<BoardState>();
