/** A board and everything that its parts need; they get it from the context instead of props. */
import { createContext } from 'svelte';
import type { View } from '../lib/net/decode';
import type { Chair, GameInfo } from '../lib/net/protocol';
import { packOf, type Pack } from './cards';
import { Prompt } from './prompt.svelte';
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
}

export class BoardState {
  readonly prompt = new Prompt(this);
  /** Whose turn it is and what I have to do. */
  status: string = $derived.by(() =>
    this.assenting
      ? phaseName(this.game, this.view)
      : statusLine(this.game, this.view, this.you, this.names, this.playable),
  );

  /** The props of the component: reading one of them is reading state. */
  constructor(private readonly props: () => BoardProps) {}

  get game(): GameInfo {
    return this.props().game;
  }
  get view(): View {
    return this.props().view;
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
  get pack(): Pack {
    return packOf(this.game);
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
